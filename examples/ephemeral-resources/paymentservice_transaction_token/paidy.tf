# Everything in paidy is sent to the service as is.
variable "paidy_token" {
  type      = string
  ephemeral = true
  sensitive = true
}

ephemeral "paymentservice_transaction_token" "paidy" {
  create = terraform.applying
  type   = "one_time"
  email  = "customer@example.com"

  paidy = {
    paidy_token = var.paidy_token
  }
}
