# Created at the service, and deleted there when the resource is destroyed.
resource "paymentservice_webhook" "cancellations" {
  store_id          = "33333333-3333-4333-8333-333333333333"
  url               = "https://hooks.example.com/cancellations"
  triggers          = ["cancel_finished"]
  delete_on_destroy = true
}
