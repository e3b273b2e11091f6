# What one store was paid in January 2025 (UTC).
data "paymentservice_charges" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  mode     = "live"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

# Services fill the charged amount of failed and pending charges too, so only the
# successful ones count. Amounts are in the currency's smallest unit.
locals {
  january = [for c in data.paymentservice_charges.january.charges : c if c.status == "successful"]
  charged = { for c in local.january : c.charged_currency => c.charged_amount... if c.charged_currency != null }
}

output "number_of_charges" {
  value = length(local.january)
}

output "charged_by_currency" {
  value = { for currency, amounts in local.charged : currency => sum(amounts) }
}
