# A table of June 2025 in Tokyo, with one row for each day that has successful charges in yen.
data "paymentservice_charge_summary" "june" {
  mode      = "live"
  from      = "2025-06-01T00:00:00+09:00"
  to        = "2025-07-01T00:00:00+09:00"
  currency  = "JPY"
  group_by  = ["day", "status"]
  time_zone = "Asia/Tokyo"
}

output "june" {
  value = [
    for group in data.paymentservice_charge_summary.june.groups : {
      day     = group.key.day
      charges = group.count
      yen     = group.charged["JPY"].amount
    } if group.key.status == "successful" && contains(keys(group.charged), "JPY")
  ]
}
