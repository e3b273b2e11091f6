# Show a warning in every plan as long as a webhook is stopped.
check "no_webhook_is_stopped" {
  data "paymentservice_webhooks" "shop" {
    store_id = "33333333-3333-4333-8333-333333333333"
  }

  assert {
    condition     = alltrue([for webhook in data.paymentservice_webhooks.shop.webhooks : webhook.active != false])
    error_message = "Stopped: ${join(", ", [for webhook in data.paymentservice_webhooks.shop.webhooks : webhook.id if webhook.active == false])}."
  }
}
