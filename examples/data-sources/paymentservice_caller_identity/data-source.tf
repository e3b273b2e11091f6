# Read the charges of the store that the application token is for.
data "paymentservice_caller_identity" "me" {}

data "paymentservice_charges" "of_my_store" {
  store_id = data.paymentservice_caller_identity.me.store_id
}
