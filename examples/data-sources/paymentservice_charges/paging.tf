# The newest 25 charges, in three requests of ten.
data "paymentservice_charges" "newest" {
  page_size   = 10
  max_results = 25
}

# The charges after one that is known, oldest first: what came since then.
data "paymentservice_charges" "since" {
  cursor           = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
  cursor_direction = "asc"
}
