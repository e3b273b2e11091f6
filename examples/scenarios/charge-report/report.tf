locals {
  summary = data.paymentservice_charge_summary.period

  # The number of charges by status, and the charged amounts of the successful ones.
  # A charge that is not finished has no charged amount yet.
  statuses   = { for group in local.summary.groups : coalesce(group.key.status, "none") => group.count... }
  failed     = sum(flatten([0, [for status in ["failed", "error"] : lookup(local.statuses, status, [])]]))
  successful = [for group in local.summary.groups : group.charged if group.key.status == "successful"]

  # Terraform can decode CSV (csvdecode) but not encode it, so each field is quoted
  # here, and quotes within a field are doubled.
  columns = ["created_on", "id", "status", "requested_amount", "requested_currency", "merchant_transaction_id"]
  charges = data.paymentservice_charges.period.charges
  rows = [
    for charge in local.charges : join(",", [
      for column in local.columns : charge[column] == null ? "" : "\"${replace(charge[column], "\"", "\"\"")}\""
    ])
  ]
}

check "few_failures" {
  assert {
    condition     = local.failed <= local.summary.charge_count * var.tolerated_failures
    error_message = "${local.failed} of ${local.summary.charge_count} charges failed, more than is tolerated."
  }
}

output "sums" {
  description = "The charged amounts by currency, in the currency's smallest unit."
  value       = { for currency, sum in merge(local.successful...) : currency => sum.amount }
}

output "failures" {
  description = "Number of failed charges, and of all charges."
  value       = { failed = local.failed, charges = local.summary.charge_count }
}

output "csv" {
  description = "All charges of the period as CSV, newest first."
  value       = join("\n", concat([join(",", local.columns)], local.rows, [""]))
  sensitive   = true # otherwise, every plan and apply would print it
}
