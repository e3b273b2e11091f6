terraform {
  required_providers {
    paymentservice = {
      source  = "payment-service/paymentservice"
      version = "~> 0.1.0"
    }
  }
}

# The credentials come from PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN.
provider "paymentservice" {
  base_url = "https://api.example.com/v1" # or PAYMENTSERVICE_BASE_URL
}

# Adopt a webhook that exists at the service, and keep its settings as declared.
resource "paymentservice_webhook" "orders" {
  store_id   = "33333333-3333-4333-8333-333333333333"
  webhook_id = "44444444-4444-4444-8444-444444444441"
  url        = "https://hooks.example.com/orders"
  triggers   = ["charge_finished", "refund_finished"]
  active     = true
}
