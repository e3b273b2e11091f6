# Show a warning in every plan as long as many charges fail.
data "paymentservice_charges" "recent" {
  max_results = 200
}

locals {
  recent = data.paymentservice_charges.recent.charges
  failed = [for c in local.recent : c if contains(["failed", "error"], coalesce(c.status, "unknown"))]
}

check "charges_succeed" {
  assert {
    condition     = length(local.failed) <= length(local.recent) * 0.05
    error_message = "${length(local.failed)} of the last ${length(local.recent)} charges failed."
  }
}
