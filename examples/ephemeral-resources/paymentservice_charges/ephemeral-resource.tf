# The charges are never stored in a plan or the state.
ephemeral "paymentservice_charges" "january" {
  store_id = "33333333-3333-4333-8333-333333333333"
  mode     = "live"
  from     = "2025-01-01"
  to       = "2025-02-01"
}

# An amount does not tell whether a charge is paid: its status does. Those with another status
# than these, such as authorized, awaiting and pending, can still be paid.
locals {
  final = ["canceled", "error", "failed", "successful"]
  open = [
    for c in ephemeral.paymentservice_charges.january.charges : c.id if !contains(local.final, coalesce(c.status, "unknown"))
  ]
}

# You can use ephemeral values in checks, and pass them to write-only arguments.
check "january_is_final" {
  assert {
    condition     = length(local.open) == 0
    error_message = "Some charges created in January can still be paid."
  }
}
