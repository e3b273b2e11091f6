# Add up the charges of January 2025 (UTC) by currency.
data "paymentservice_charge_summary" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

output "charged" {
  value = {
    for currency, sum in data.paymentservice_charge_summary.january.charged : currency => sum.amount_formatted
  }
}

output "number_of_charges" {
  value = data.paymentservice_charge_summary.january.charge_count
}
