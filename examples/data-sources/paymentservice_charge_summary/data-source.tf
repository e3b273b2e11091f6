# Add up what was paid of the charges created in January 2025 (UTC), by currency, in its smallest
# unit. Services fill the charged amount of failed and pending charges too, so only the successful
# ones count.
data "paymentservice_charge_summary" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  mode     = "live"
  from     = "2025-01-01"
  to       = "2025-02-01"
  group_by = ["status"]
}

locals {
  groups = data.paymentservice_charge_summary.january.groups
  paid   = [for group in local.groups : group if group.key.status == "successful"]
}

output "paid" {
  description = "What was paid of the charges created in January"
  value = { for currency in distinct(flatten([for group in local.paid : keys(group.charged)])) :
  currency => sum([for group in local.paid : group.charged[currency].amount if contains(keys(group.charged), currency)]) }
}

output "number_of_paid_charges" {
  value = sum(concat([0], local.paid[*].count))
}
