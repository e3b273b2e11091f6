locals {
  summary = data.paymentservice_charge_summary.period

  # Services fill the charged amount of failed and pending charges too, so only the
  # successful ones count.
  failed = sum(concat([0], [for group in local.summary.groups : group.count if contains(["failed", "error"], coalesce(group.key.status, "none"))]))
  paid   = [for group in local.summary.groups : group.charged if group.key.status == "successful"]

  columns = ["created_on", "id", "status", "requested_amount", "requested_currency", "merchant_transaction_id"]
  rows    = [for charge in data.paymentservice_charges.period.charges : [for column in local.columns : charge[column]]]
  table   = concat([local.columns], local.rows)

  # The table as CSV for a spreadsheet, as the guide "Report to finance" explains it.
  csv = "\ufeff${join("", [
    for row in local.table : "${join(",", [
      for cell in row : "\"${replace(replace(cell == null ? "" : cell, "/^[=+@\t\r\n-]|^[0-9.]{16,}$/", "'$0"), "\"", "\"\"")}\""
    ])}\n"
  ])}"
}

check "few_failures" {
  assert {
    condition     = local.failed <= local.summary.charge_count * var.tolerated_failures
    error_message = "${local.failed} of ${local.summary.charge_count} charges failed, more than is tolerated."
  }
}

output "sums" {
  description = "What was paid, by currency, in the currency's smallest unit."
  value = { for currency in distinct(flatten([for sums in local.paid : keys(sums)])) :
  currency => sum([for sums in local.paid : sums[currency].amount if contains(keys(sums), currency)]) }
}

output "failures" {
  description = "Number of failed charges, and of all charges."
  value       = { failed = local.failed, charges = local.summary.charge_count }
}

output "csv" {
  description = "All charges of the period as CSV, newest first."
  value       = local.csv
  sensitive   = true # otherwise, every plan and apply would print it
}
