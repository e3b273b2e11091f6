# Pass card data in through an ephemeral variable, which keeps it out of every file
# that the CLI writes. You may send card data only if you comply with PCI DSS and
# the operator has enabled it for you.
variable "card" {
  type = object({
    cardholder = string
    number     = string
    exp_month  = string
    exp_year   = string
    cvv        = string
  })
  ephemeral = true
  sensitive = true
}

ephemeral "paymentservice_transaction_token" "card" {
  create      = terraform.applying
  type        = "recurring"
  usage_limit = "monthly" # required if the account may not create unlimited recurring tokens
  email       = "customer@example.com"

  card {
    cardholder  = var.card.cardholder
    card_number = var.card.number
    exp_month   = var.card.exp_month
    exp_year    = var.card.exp_year
    cvv         = var.card.cvv
    country     = "JP"

    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }

    three_ds {
      enabled           = true
      redirect_endpoint = "https://shop.example.com/card-checked"
    }
  }
}
