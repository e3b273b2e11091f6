terraform {
  required_version = ">= 1.3"

  required_providers {
    paymentservice = {
      source = "payment-service/paymentservice"
    }
  }
}

# The address and the credentials come from the environment.
provider "paymentservice" {}

variable "receiver" {
  description = "The host that receives the notifications."
  type        = string
  default     = "hooks.example.com"
}

locals {
  # Each store with its webhooks. The webhooks already exist at the service, which
  # assigned their ids.
  stores = {
    tokyo = {
      id = "33333333-3333-4333-8333-333333333333"
      webhooks = {
        orders  = { id = "44444444-4444-4444-8444-444444444441" }
        refunds = { id = "44444444-4444-4444-8444-444444444442", triggers = ["refund_finished"] }
      }
    }
  }
}

module "webhooks" {
  source   = "./modules/store-webhooks"
  for_each = local.stores

  store_id = each.value.id
  webhooks = each.value.webhooks
  base_url = "https://${var.receiver}/${each.key}"
}

output "urls" {
  description = "The URL that receives each webhook's notifications, by store and name."
  value       = { for store, module in module.webhooks : store => module.urls }
}
