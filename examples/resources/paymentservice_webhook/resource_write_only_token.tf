variable "webhook_token" {
  type      = string
  ephemeral = true # never in a plan or a state
  sensitive = true
}

resource "paymentservice_webhook" "refunds" {
  store_id   = "33333333-3333-4333-8333-333333333333"
  webhook_id = "44444444-4444-4444-8444-444444444442"
  triggers   = ["refund_finished"]

  # The Authorization header of the notifications. It is sent when the webhook is
  # adopted and whenever the version changes.
  auth_token_wo         = var.webhook_token
  auth_token_wo_version = 1
}
