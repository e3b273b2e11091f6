# These tests change webhooks, so they run against the sandbox only, no matter what
# the environment says.

provider "paymentservice" {
  base_url  = "http://127.0.0.1:8930"
  secret    = "sandbox-secret"
  app_token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJ0ZXN0Iiwic3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzMifQ.OJMgZ5ls0Te2ASIs-cROTjIW157o6AoaVOC22i817Mg" # the sandbox's
}

variables {
  token         = "Bearer 3f9a"
  token_version = 1
}

run "adopts" {
  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://hooks.example.com/tokyo/orders"
    error_message = "The webhook has a different URL."
  }
}

run "moves" {
  variables {
    receiver = "hooks.example.org"
  }

  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://hooks.example.org/tokyo/orders"
    error_message = "The webhook's URL did not change."
  }
}

run "rotates_the_token" {
  variables {
    token         = "Bearer 91c4"
    token_version = 2
  }

  assert {
    condition     = output.urls["osaka"]["orders"] == "https://hooks.example.com/osaka/orders"
    error_message = "The webhook of the second store has a different URL."
  }
}
