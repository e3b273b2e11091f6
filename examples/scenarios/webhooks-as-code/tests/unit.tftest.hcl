# These tests check the module's logic. The provider is a mock, so they send no
# requests and need no credentials.

mock_provider "paymentservice" {}

variables {
  store_id = "33333333-3333-4333-8333-333333333333"
  base_url = "https://hooks.example.com/tokyo"
  webhooks = {
    orders  = { id = "44444444-4444-4444-8444-444444444441" }
    refunds = { id = "44444444-4444-4444-8444-444444444442", triggers = ["refund_finished"], active = false }
    cancels = { triggers = ["cancel_finished"] }
  }
}

run "defaults" {
  command = plan

  module {
    source = "./modules/store-webhooks"
  }

  assert {
    condition     = paymentservice_webhook.this["orders"].active && length(paymentservice_webhook.this["orders"].triggers) == 2
    error_message = "By default, a webhook must be active and fire for charges and refunds."
  }

  assert {
    condition     = !paymentservice_webhook.this["refunds"].active
    error_message = "A webhook's own settings must override the defaults."
  }

  assert {
    condition     = paymentservice_webhook.this["cancels"].delete_on_destroy == false && paymentservice_webhook.this["orders"].delete_on_destroy == null
    error_message = "Only a webhook without an id must be created, and it must stay when it is destroyed."
  }

  assert {
    condition     = output.urls["refunds"] == "https://hooks.example.com/tokyo/refunds"
    error_message = "Each webhook's URL must end with the webhook's name."
  }
}

run "refuses_plain_http" {
  command = plan

  module {
    source = "./modules/store-webhooks"
  }

  variables {
    base_url = "http://hooks.example.com/tokyo"
  }

  expect_failures = [var.base_url]
}
