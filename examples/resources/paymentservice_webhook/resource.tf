resource "paymentservice_webhook" "orders" {
  store_id   = "33333333-3333-4333-8333-333333333333"
  webhook_id = "44444444-4444-4444-8444-444444444441"

  url      = "https://hooks.example.com/orders"
  triggers = ["charge_finished", "refund_finished"]

  # The service stops a webhook after failed notifications. With this setting, the
  # next plan shows a stopped webhook, and the next apply resumes it.
  active = true
}
