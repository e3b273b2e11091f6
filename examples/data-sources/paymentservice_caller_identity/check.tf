# Show a warning in every plan and apply if the credentials are not for test mode.
data "paymentservice_caller_identity" "current" {}

check "test_mode" {
  assert {
    condition     = data.paymentservice_caller_identity.current.mode == "test"
    error_message = "The application token is for the mode ${coalesce(data.paymentservice_caller_identity.current.mode, "(none)")}."
  }
}
