# The charges are never stored in a plan or the state.
ephemeral "paymentservice_charges" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  mode     = "live"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

# An amount does not tell whether a charge is settled: its status does.
locals {
  open = ["authorized", "awaiting", "pending"]
  unsettled = [
    for c in ephemeral.paymentservice_charges.january.charges : c.id if contains(local.open, coalesce(c.status, "unknown"))
  ]
}

# You can use ephemeral values in checks, and pass them to write-only arguments.
check "settled" {
  assert {
    condition     = length(local.unsettled) == 0
    error_message = "Some charges of January are not settled."
  }
}
