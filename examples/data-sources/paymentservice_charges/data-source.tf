# What was paid of the charges that one store created in January 2025 (UTC).
data "paymentservice_charges" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  mode     = "live"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

# Services fill the charged amount of failed and pending charges too, so only the
# successful ones count. Amounts are in the currency's smallest unit.
locals {
  successful = [for c in data.paymentservice_charges.january.charges : c if c.status == "successful"]
  amounts    = { for c in local.successful : coalesce(c.charged_currency, "unknown") => c.charged_amount... if c.charged_amount != null }
}

output "paid" {
  description = "What was paid of the charges created in January"
  value       = { for currency, amounts in local.amounts : currency => sum(amounts) }
}

output "number_of_paid_charges" {
  value = length(local.successful)
}
