ephemeral "paymentservice_transaction_token" "bank_transfer" {
  create = terraform.applying
  type   = "one_time"
  email  = "customer@example.com"

  bank_transfer {
    brand = "aozora_bank"
  }
}
