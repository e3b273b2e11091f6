variable "card_last_four" {
  type      = string # keeps leading zeros
  sensitive = true
}

# You can combine filters.
data "paymentservice_charges" "large_live" {
  mode        = "live"
  currency    = "JPY"
  amount_from = 99999 # more than that; some services include it
  from        = "2025-01-31T09:00:00+09:00"
}

# A card filter needs all four attributes.
data "paymentservice_charges" "card" {
  card = {
    last_four = var.card_last_four
    name      = "TARO YAMADA"
    exp_month = 3
    exp_year  = 2030
  }
}

# Use a filter that the API has but does not document.
data "paymentservice_charges" "consumer" {
  extra_filters = {
    email = "taro@example.com"
  }
}
