variable "card" {
  type = object({
    last_four = string
    name      = string
    exp_month = number
    exp_year  = number
  })
  ephemeral = true # keeps the filter out of plans and state too
  sensitive = true
}

# The newest charges of one card. The list is read in every plan and every apply,
# so max_results keeps it short.
ephemeral "paymentservice_charges" "of_card" {
  card        = var.card
  max_results = 20
}

check "card_works" {
  assert {
    condition     = anytrue([for c in ephemeral.paymentservice_charges.of_card.charges : c.status == "successful"])
    error_message = "None of the last 20 charges of the card was successful."
  }
}
