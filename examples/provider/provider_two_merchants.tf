variable "second_secret" {
  type      = string
  sensitive = true
}

variable "second_app_token" {
  type      = string
  sensitive = true
}

# The default configuration takes everything from the environment.
provider "paymentservice" {}

# A second merchant. The two configurations share no credentials, limits or
# connections.
provider "paymentservice" {
  alias     = "second"
  base_url  = "https://api.example.com/v1"
  secret    = var.second_secret
  app_token = var.second_app_token

  # Arguments that are not set here still come from the environment.
  max_concurrent_requests = 4
  request_timeout         = "1m"
}

data "paymentservice_charges" "second" {
  provider    = paymentservice.second
  from        = "2025-06-01"
  to          = "2025-06-02"
  max_results = 100
}
