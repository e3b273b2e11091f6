# The whole configuration against the sandbox, and only there, whatever the
# environment says: these tests change webhooks.

provider "paymentservice" {
  base_url  = "http://127.0.0.1:8930"
  secret    = "sandbox-secret"
  app_token = "sandbox-app-token"
}

run "adopts" {
  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://hooks.example.com/tokyo/orders"
    error_message = "The webhook got another URL."
  }
}

run "moves" {
  variables {
    receiver = "hooks.example.org"
  }

  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://hooks.example.org/tokyo/orders"
    error_message = "The webhook did not move."
  }
}
