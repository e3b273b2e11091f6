list "paymentservice_webhook" "shop" {
  provider = paymentservice

  limit = 500 # if unset, the CLI stops at 100

  config {
    store_id = "33333333-3333-4333-8333-333333333333"
  }
}
