# The whole configuration against the sandbox, and only there, whatever the
# environment says: these tests change webhooks.

provider "paymentservice" {
  base_url  = "http://127.0.0.1:8930"
  secret    = "sandbox-secret"
  app_token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJ0ZXN0Iiwic3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzMifQ.OJMgZ5ls0Te2ASIs-cROTjIW157o6AoaVOC22i817Mg" # the sandbox's
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
