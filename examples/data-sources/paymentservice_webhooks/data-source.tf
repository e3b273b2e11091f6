data "paymentservice_webhooks" "shop" {
  store_id = "33333333-3333-4333-8333-333333333333"
}

output "webhooks" {
  value = { for webhook in data.paymentservice_webhooks.shop.webhooks : webhook.id => webhook.url }
}
