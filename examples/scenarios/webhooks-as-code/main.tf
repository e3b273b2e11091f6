terraform {
  required_version = ">= 1.11"

  required_providers {
    paymentservice = {
      source = "payment-service/paymentservice"
    }
  }
}

# The address and the credentials come from the environment. The guards refuse the
# credentials of another merchant or of live mode before anything is sent.
provider "paymentservice" {
  allowed_merchant_ids = ["22222222-2222-4222-8222-222222222222"]
  allowed_modes        = ["test"]
}

variable "receiver" {
  description = "The host that receives the notifications."
  type        = string
  default     = "hooks.example.com"
}

variable "delete_created" {
  description = "Whether created webhooks are deleted when they are destroyed."
  type        = bool
  default     = false
}

variable "token" {
  description = "The value of the Authorization header of each notification. If it is null, the tokens stay as they are."
  type        = string
  default     = null
  ephemeral   = true # it is in no plan and no state
}

variable "token_version" {
  description = "Increase this number to send a new token."
  type        = number
  default     = null
}

locals {
  # Each store with its webhooks. Those with an id exist at the service, which assigned
  # it. The one without is created.
  stores = {
    tokyo = {
      id = "33333333-3333-4333-8333-333333333333"
      webhooks = {
        orders  = { id = "44444444-4444-4444-8444-444444444441" }
        refunds = { id = "44444444-4444-4444-8444-444444444442", triggers = ["refund_finished"] }
        cancels = { triggers = ["cancel_finished"] }
      }
    }
    osaka = {
      id = "33333333-3333-4333-8333-333333333334"
      webhooks = {
        orders = { id = "44444444-4444-4444-8444-444444444444" }
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

  delete_created = var.delete_created

  token         = var.token
  token_version = var.token_version
}

output "urls" {
  description = "The URL that receives each webhook's notifications, by store and name."
  value       = { for store, module in module.webhooks : store => module.urls }
}
