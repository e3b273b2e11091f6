# List the charges of the store that the application token is for. A merchant's token
# names no store, and without a store_id, the charges of all stores would be listed.
data "paymentservice_caller_identity" "me" {}

data "paymentservice_charges" "of_my_store" {
  store_id = data.paymentservice_caller_identity.me.store_id

  lifecycle {
    precondition {
      condition     = data.paymentservice_caller_identity.me.store_id != null
      error_message = "The application token names no store."
    }
  }
}
