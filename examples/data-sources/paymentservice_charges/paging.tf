# The newest 25 charges, read in three requests of ten.
data "paymentservice_charges" "newest" {
  page_size   = 10
  max_results = 25
}

# The charges that were created after a known charge, oldest first. The cursor is
# the id of a charge of yours.
data "paymentservice_charges" "since" {
  cursor           = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
  cursor_direction = "asc"
}
