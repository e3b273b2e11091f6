# The credentials come from the environment. If they are for another merchant, or
# for live mode, nothing is sent.
provider "paymentservice" {
  allowed_merchant_ids = ["22222222-2222-4222-8222-222222222222"]
  allowed_modes        = ["test"]
}

# With the credentials of another merchant, not even this is read.
data "paymentservice_charges" "latest" {
  max_results = 10
}
