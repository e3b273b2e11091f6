variable "gateway_key" {
  type      = string
  sensitive = true
}

# A gateway in front of the service wants a key of its own. It is sent with every
# request, and shown in no message and no log.
provider "paymentservice" {
  request_headers = {
    "X-Gateway-Key" = var.gateway_key
  }
}
