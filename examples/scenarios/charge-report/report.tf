locals {
  summary = data.paymentservice_charge_summary.period

  # Services fill the charged amount of failed and pending charges too, so only the
  # successful ones count.
  paid   = [for group in local.summary.groups : group.charged if group.key.status == "successful"]
  failed = sum(concat([0], [for group in local.summary.groups : group.count if contains(["error", "failed"], coalesce(group.key.status, "unknown"))]))

  # A charge with another status than these, such as awaiting, authorized and pending,
  # can still be paid.
  final = ["canceled", "error", "failed", "successful"]
  open  = [for group in local.summary.groups : group if !contains(local.final, coalesce(group.key.status, "unknown"))]

  columns = [
    "created_on", "id", "status", "requested_amount", "requested_currency", "charged_amount", "charged_currency",
    "merchant_transaction_id",
  ]
  rows  = [for charge in data.paymentservice_charges.period.charges : [for column in local.columns : charge[column]]]
  table = concat([local.columns], local.rows)

  # The table as CSV for a spreadsheet, as the guide "Report to finance" explains it.
  texts = [for row in local.table : [for cell in row : cell == null ? "" : tostring(cell)]]
  cells = [for row in local.texts : [
    for text in row : can(regex("^-[0-9.]{1,15}$", text)) ? text : replace(text, "/^[=+@\t\r\n＝＋－＠ー−-]|^[0-9.]{16,}$/", "'$0")
  ]]
  csv = "\ufeff${join("", [for row in local.cells : "\"${join("\",\"", [for cell in row : replace(cell, "\"", "\"\"")])}\"\n"])}"
}

check "few_failures" {
  assert {
    condition     = local.failed <= local.summary.charge_count * var.tolerated_failures
    error_message = "${local.failed} of ${local.summary.charge_count} charges failed, more than is tolerated."
  }
}

check "period_is_final" {
  assert {
    condition     = length(local.open) == 0
    error_message = "${sum(concat([0], local.open[*].count))} charges of the period can still be paid, so its sums are not final."
  }
}

output "sums" {
  description = "What was paid of the charges created in the period, by currency, in the currency's smallest unit."
  value = { for currency in distinct(flatten([for sums in local.paid : keys(sums)])) :
  currency => sum([for sums in local.paid : sums[currency].amount if contains(keys(sums), currency)]) }
}

output "open" {
  description = "What was asked in the charges of the period that can still be paid, by currency, in the currency's smallest unit."
  value = { for currency in distinct(flatten([for group in local.open : keys(group.requested)])) :
  currency => sum([for group in local.open : group.requested[currency].amount if contains(keys(group.requested), currency)]) }
}

output "failures" {
  description = "Number of failed charges, and of all charges."
  value       = { failed = local.failed, charges = local.summary.charge_count }
}

output "csv" {
  description = "All charges of the period as CSV, newest first. The charged amounts of the successful ones add up to the sums."
  value       = local.csv
  sensitive   = true # otherwise, every plan and apply would print it
}
