data "paymentservice_webhooks" "shop" {
  store_id = "33333333-3333-4333-8333-333333333333"
}

# Keep every webhook of the store active, no matter who created it.
resource "paymentservice_webhook" "shop" {
  for_each = toset(data.paymentservice_webhooks.shop.webhooks[*].id)

  store_id   = data.paymentservice_webhooks.shop.store_id
  webhook_id = each.key
  active     = true
}
