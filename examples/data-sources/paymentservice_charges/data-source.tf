# All charges of one store in January 2025 (UTC), newest first.
data "paymentservice_charges" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

# The charged amounts by currency, in the currency's smallest unit.
locals {
  january = data.paymentservice_charges.january.charges
  charged = { for c in local.january : c.charged_currency => c.charged_amount... if c.charged_currency != null }
}

output "number_of_charges" {
  value = length(local.january)
}

output "charged_by_currency" {
  value = { for currency, amounts in local.charged : currency => sum(amounts) }
}
