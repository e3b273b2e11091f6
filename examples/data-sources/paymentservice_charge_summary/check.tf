# Show a warning in every plan and apply as long as more than 5% of the charges fail.
data "paymentservice_charge_summary" "recent" {
  mode     = "live"
  from     = timeadd(plantimestamp(), "-24h")
  group_by = ["status"]
}

locals {
  recent   = data.paymentservice_charge_summary.recent
  failures = [for group in local.recent.groups : group.count if contains(["failed", "error"], coalesce(group.key.status, "unknown"))]
  failed   = sum(concat([0], local.failures))
}

check "charges_succeed" {
  assert {
    condition     = local.failed <= local.recent.charge_count * 0.05
    error_message = "${local.failed} of ${local.recent.charge_count} charges failed in the last 24 hours."
  }
}
