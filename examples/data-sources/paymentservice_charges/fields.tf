# Return only what the report needs. Store names, tokens and metadata stay out of the plan and the state.
data "paymentservice_charges" "report" {
  mode   = "live"
  from   = "2025-06-01T00:00:00+09:00"
  to     = "2025-07-01T00:00:00+09:00"
  fields = ["created_on", "id", "requested_amount", "requested_currency", "status"]
}

locals {
  report = data.paymentservice_charges.report.charges
}

output "failed" {
  description = "Which of the charges created in June failed"
  value       = [for charge in local.report : charge.id if contains(["failed", "error"], coalesce(charge.status, "unknown"))]
}
