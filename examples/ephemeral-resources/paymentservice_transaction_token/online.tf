# A payment with a wallet on a phone. The brand determines which call methods are
# available, and the call method determines which other arguments are required.
ephemeral "paymentservice_transaction_token" "online" {
  create = terraform.applying
  type   = "one_time"

  online {
    brand       = "alipay_plus_online"
    call_method = "http_get_mobile"
    os_type     = "ios"
  }
}
