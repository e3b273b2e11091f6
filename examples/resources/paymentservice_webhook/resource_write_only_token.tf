variable "webhook_token" {
  type      = string
  ephemeral = true # keeps the token out of plans and state
  sensitive = true
}

resource "paymentservice_webhook" "refunds" {
  store_id   = "33333333-3333-4333-8333-333333333333"
  webhook_id = "44444444-4444-4444-8444-444444444442"
  triggers   = ["refund_finished"]

  # The Authorization header of the notifications. The value is sent when you adopt
  # the webhook and whenever the version changes.
  auth_token_wo         = var.webhook_token
  auth_token_wo_version = 1
}
