list "paymentservice_webhook" "shop" {
  provider = paymentservice

  limit            = 500
  include_resource = true # adds the settings to the output of "terraform query -json"

  config {
    merchant_id = "22222222-2222-4222-8222-222222222222"
    store_id    = "33333333-3333-4333-8333-333333333333"
  }
}
