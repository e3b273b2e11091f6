# Add up the charges of the month before this one in Tokyo.
locals {
  last_month = provider::paymentservice::period("month", plantimestamp(), -1, "Asia/Tokyo")
}

data "paymentservice_charge_summary" "last_month" {
  from = local.last_month.from
  to   = local.last_month.to
}

output "last_month" {
  value = {
    for currency, sum in data.paymentservice_charge_summary.last_month.charged : currency => sum.amount_formatted
  }
}
