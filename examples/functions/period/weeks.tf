# Compare the number of charges in the last four weeks.
data "paymentservice_charge_summary" "week" {
  for_each = {
    for ago in range(1, 5) : "week -${ago}" => provider::paymentservice::period("week", plantimestamp(), -ago, "Asia/Tokyo")
  }

  from = each.value.from
  to   = each.value.to
}

output "charges_by_week" {
  value = { for week, summary in data.paymentservice_charge_summary.week : week => summary.charge_count }
}
