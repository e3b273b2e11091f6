# All charges of one store in January 2025 (UTC), newest first.
data "paymentservice_charges" "january" {
  store_id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
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
