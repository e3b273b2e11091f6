# Add up what was paid in the month before this one in Tokyo.
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

output "last_month" {
  value = { for currency, sum in merge(local.paid...) : currency => sum.amount }
}
