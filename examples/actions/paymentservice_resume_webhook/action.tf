# If the webhook has stopped, resume it by hand:
#
#   terraform apply -invoke=action.paymentservice_resume_webhook.orders
#
action "paymentservice_resume_webhook" "orders" {
  config {
    store_id   = "33333333-3333-4333-8333-333333333333"
    webhook_id = "44444444-4444-4444-8444-444444444443"
  }
}
