# The credentials come from the environment. If they are for another merchant, or
# for live mode, no request is sent.
provider "paymentservice" {
  allowed_merchant_ids = ["22222222-2222-4222-8222-222222222222"]
  allowed_modes        = ["test"]
}
