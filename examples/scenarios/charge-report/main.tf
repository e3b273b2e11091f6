terraform {
  required_version = ">= 1.5"

  required_providers {
    paymentservice = {
      source = "payment-service/paymentservice"
    }
  }
}

# The address and the credentials come from the environment.
provider "paymentservice" {}

variable "store_id" {
  description = "The store to report on."
  type        = string
  default     = "33333333-3333-4333-8333-333333333333"
}

variable "mode" {
  description = "The mode of the charges. Payments in test mode are no money."
  type        = string
  default     = "live"
}

variable "from" {
  description = "The beginning of the period in which the charges were created. A date without a time means UTC."
  type        = string
  default     = "2025-06-01T00:00:00+09:00"
}

variable "to" {
  description = "The end of the period, which does not belong to it."
  type        = string
  default     = "2025-07-01T00:00:00+09:00"
}

variable "tolerated_failures" {
  description = "The share of charges that may fail before the report warns, from 0 to 1."
  type        = number
  default     = 0.05
}

# The figures, without any of the charges.
data "paymentservice_charge_summary" "period" {
  store_id = var.store_id
  mode     = var.mode
  from     = var.from
  to       = var.to
  group_by = ["status"]
}

# The charges for the CSV, with only the attributes that it shows.
data "paymentservice_charges" "period" {
  store_id = var.store_id
  mode     = var.mode
  from     = var.from
  to       = var.to
  fields   = local.columns
}
