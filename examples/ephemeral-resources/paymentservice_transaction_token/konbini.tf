# A payment at a convenience store, due within two weeks, by 18:00 Japan time.
ephemeral "paymentservice_transaction_token" "konbini" {
  create = terraform.applying
  type   = "one_time"
  email  = "customer@example.com"

  konbini {
    customer_name         = "Taro Yamada"
    convenience_store     = "lawson"
    expiration_period     = "P14D"
    expiration_time_shift = "18:00:00+09:00"

    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
  }
}
