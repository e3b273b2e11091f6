# Add up what was paid of the charges created in the month before this one in Tokyo.
locals {
  last_month = provider::paymentservice::period("month", plantimestamp(), -1, "Asia/Tokyo")
}

data "paymentservice_charge_summary" "last_month" {
  mode     = "live"
  from     = local.last_month.from
  to       = local.last_month.to
  group_by = ["status"]
}

locals {
  groups = data.paymentservice_charge_summary.last_month.groups
  paid   = [for group in local.groups : group.charged if group.key.status == "successful"]
}

output "paid" {
  description = "What was paid of the charges created last month, by currency"
  value = { for currency in distinct(flatten([for sums in local.paid : keys(sums)])) :
  currency => sum([for sums in local.paid : sums[currency].amount if contains(keys(sums), currency)]) }
}
