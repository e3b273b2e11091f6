# In a module, dynamic blocks choose the payment method: a card if there is one,
# or else a QR code payment.
variable "card" {
  type = object({
    cardholder = string
    number     = string
    exp_month  = string
    exp_year   = string
    cvv        = string
  })
  default   = null
  ephemeral = true
  sensitive = true
}

ephemeral "paymentservice_transaction_token" "chosen" {
  create = terraform.applying
  type   = "one_time"
  email  = "customer@example.com"

  dynamic "card" {
    for_each = var.card == null ? [] : [var.card]

    content {
      cardholder  = card.value.cardholder
      card_number = card.value.number
      exp_month   = card.value.exp_month
      exp_year    = card.value.exp_year
      cvv         = card.value.cvv
    }
  }

  dynamic "online" {
    for_each = var.card == null ? [true] : []

    content {
      brand       = "pay_pay_online"
      call_method = "http_post"
    }
  }
}
