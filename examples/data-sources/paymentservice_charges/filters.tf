variable "card_last_four" {
  type      = string # leading zeros count
  sensitive = true
}

# Filters can be combined.
data "paymentservice_charges" "large_live" {
  mode        = "live"
  currency    = "JPY"
  amount_from = 99999 # 100000 or more: the bounds themselves are left out
  from        = "2025-01-31T09:00:00+09:00"
}

# A card is found by four facts together.
data "paymentservice_charges" "card" {
  card = {
    last_four = var.card_last_four
    name      = "TARO YAMADA"
    exp_month = 3
    exp_year  = 2030
  }
}

# A filter that the API has and its description does not name.
data "paymentservice_charges" "consumer" {
  extra_filters = {
    email = "taro@example.com"
  }
}
