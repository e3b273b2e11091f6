# A table of June 2025 in Tokyo, with a row for each day on which charges were created that are paid in yen.
data "paymentservice_charge_summary" "june" {
  mode      = "live"
  from      = "2025-06-01T00:00:00+09:00"
  to        = "2025-07-01T00:00:00+09:00"
  currency  = "JPY" # also finds charges asked in yen and paid in another currency
  group_by  = ["day", "status"]
  time_zone = "Asia/Tokyo"
}

output "june" {
  value = [
    for group in data.paymentservice_charge_summary.june.groups : {
      day     = coalesce(group.key.day, "unknown")
      charges = group.charged["JPY"].count
      yen     = group.charged["JPY"].amount
    } if group.key.status == "successful" && contains(keys(group.charged), "JPY")
  ]
}
