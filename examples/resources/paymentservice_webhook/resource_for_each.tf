locals {
  store_id = "33333333-3333-4333-8333-333333333333"

  webhooks = {
    orders  = { id = "44444444-4444-4444-8444-444444444441", triggers = ["charge_finished"] }
    refunds = { id = "44444444-4444-4444-8444-444444444442", triggers = ["refund_finished"] }
  }
}

resource "paymentservice_webhook" "all" {
  for_each = local.webhooks

  store_id   = local.store_id
  webhook_id = each.value.id
  url        = "https://hooks.example.com/${each.key}"
  triggers   = each.value.triggers
  active     = true
}
