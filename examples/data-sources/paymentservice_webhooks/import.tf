data "paymentservice_webhooks" "shop" {
  store_id = "33333333-3333-4333-8333-333333333333"
}

locals {
  # Webhooks whose URL the resource would refuse, such as a local one.
  keep_url = ["44444444-4444-4444-8444-444444444449"]

  webhooks = { for webhook in data.paymentservice_webhooks.shop.webhooks : webhook.id => webhook }
}

import {
  for_each = local.webhooks

  to = paymentservice_webhook.shop[each.key]
  id = "${each.value.store_id}/${each.key}"
}

# This declares each webhook as it is now. Replace the values with the settings that
# you want to keep. For example, "active = true" resumes a stopped webhook.
resource "paymentservice_webhook" "shop" {
  for_each = local.webhooks

  store_id   = each.value.store_id
  webhook_id = each.key
  url        = contains(local.keep_url, each.key) ? null : each.value.url
  triggers   = each.value.triggers
  active     = each.value.active
}
