locals {
  summary = data.paymentservice_charge_summary.period

  # The number of charges by status, and what was charged in each currency. A
  # charge that is not finished has no charged amount yet; a successful one does.
  statuses   = { for group in local.summary.groups : coalesce(group.key.status, "none") => group.count... }
  failed     = sum(flatten([0, [for status in ["failed", "error"] : lookup(local.statuses, status, [])]]))
  successful = [for group in local.summary.groups : group.charged if group.key.status == "successful"]

  # The language reads CSV (csvdecode) and does not write it, so each field is
  # quoted here, with the quotes in it doubled.
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
  description = "What was charged, by currency, in the currency's smallest unit."
  value       = { for currency, sum in merge(local.successful...) : currency => sum.amount }
}

output "failures" {
  description = "How many charges failed, and of how many."
  value       = { failed = local.failed, charges = local.summary.charge_count }
}

output "csv" {
  description = "All charges of the period as CSV, the newest first."
  value       = join("\n", concat([join(",", local.columns)], local.rows, [""]))
  sensitive   = true # or every plan and apply would print it
}
