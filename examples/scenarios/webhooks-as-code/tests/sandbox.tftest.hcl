# These tests change webhooks, so they run against the sandbox only, no matter what
# the environment says.

provider "paymentservice" {
  base_url  = "http://127.0.0.1:8930"
  secret    = "sandbox-secret"
  app_token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJ0ZXN0Iiwic3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzMifQ.OJMgZ5ls0Te2ASIs-cROTjIW157o6AoaVOC22i817Mg" # the sandbox's
}

variables {
  receiver       = "test.example.com" # so that the webhooks of an earlier apply are others
  delete_created = true
  token          = "Bearer 3f9a"
  token_version  = 1
}

run "adopts_and_creates" {
  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://test.example.com/tokyo/orders"
    error_message = "The adopted webhook has a different URL."
  }

  assert {
    condition     = output.urls["tokyo"]["cancels"] == "https://test.example.com/tokyo/cancels"
    error_message = "The created webhook has a different URL."
  }
}

run "moves" {
  variables {
    receiver = "test.example.org"
  }

  assert {
    condition     = output.urls["tokyo"]["orders"] == "https://test.example.org/tokyo/orders"
    error_message = "The webhook's URL did not change."
  }
}

run "rotates_the_token" {
  variables {
    token         = "Bearer 91c4"
    token_version = 2
  }

  assert {
    condition     = output.urls["osaka"]["orders"] == "https://test.example.com/osaka/orders"
    error_message = "The webhook of the second store has a different URL."
  }
}
