# A wallet on a phone. The brand decides which call methods there are, and the
# call method what else is needed.
ephemeral "paymentservice_transaction_token" "online" {
  create = terraform.applying
  type   = "one_time"

  online = {
    brand       = "alipay_plus_online"
    call_method = "http_get_mobile"
    os_type     = "ios"
  }
}
