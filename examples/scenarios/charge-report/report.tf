locals {
  charges    = data.paymentservice_charges.period.charges
  successful = [for charge in local.charges : charge if charge.status == "successful"]
  failed     = [for charge in local.charges : charge if contains(["failed", "error"], charge.status)]

  # A charge that is not finished has no charged amount yet; a successful one
  # does. Amounts are in the currency's smallest unit.
  amounts = { for charge in local.successful : charge.charged_currency => charge.charged_amount... }

  # The language reads CSV (csvdecode) and does not write it, so each field is
  # quoted here, with the quotes in it doubled.
  columns = ["created_on", "id", "status", "requested_amount", "requested_currency", "merchant_transaction_id"]
  rows = [
    for charge in local.charges : join(",", [
      for column in local.columns : charge[column] == null ? "" : "\"${replace(charge[column], "\"", "\"\"")}\""
    ])
  ]
}

check "few_failures" {
  assert {
    condition     = length(local.failed) <= length(local.charges) * var.tolerated_failures
    error_message = "${length(local.failed)} of ${length(local.charges)} charges failed, more than is tolerated."
  }
}

output "sums" {
  description = "What was charged, by currency, in the currency's smallest unit."
  value       = { for currency, amounts in local.amounts : currency => sum(amounts) }
}

output "failures" {
  description = "The failed charges, with what the service says about them."
  value       = { for charge in local.failed : charge.id => charge.error }
}

output "csv" {
  description = "All charges of the period as CSV, the newest first."
  value       = join("\n", concat([join(",", local.columns)], local.rows, [""]))
}
