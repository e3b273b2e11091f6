# The whole configuration against the sandbox, whose address and credentials
# come from the environment.

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
