# Compare how many of the charges created in each of the last four weeks were successful.
data "paymentservice_charge_summary" "week" {
  for_each = {
    for ago in range(1, 5) : "week -${ago}" => provider::paymentservice::period("week", plantimestamp(), -ago, "Asia/Tokyo")
  }

  mode     = "live"
  from     = each.value.from
  to       = each.value.to
  group_by = ["status"]
}

output "charges_by_week" {
  value = {
    for week, summary in data.paymentservice_charge_summary.week :
    week => sum(concat([0], [for group in summary.groups : group.count if group.key.status == "successful"]))
  }
}
