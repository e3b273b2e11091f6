# A QR code payment, which needs no card data and no e-mail address.
ephemeral "paymentservice_transaction_token" "example" {
  create = terraform.applying
  type   = "one_time"

  metadata = {
    "service-reference-id" = "order-4711"
  }

  online {
    brand       = "pay_pay_online"
    call_method = "http_post"
  }
}
