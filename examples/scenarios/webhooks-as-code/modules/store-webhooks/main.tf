terraform {
  required_providers {
    paymentservice = {
      source = "payment-service/paymentservice"
    }
  }
}

variable "store_id" {
  description = "The store that the webhooks belong to."
  type        = string
}

variable "base_url" {
  description = "The base address. Each webhook has its own path below it."
  type        = string

  validation {
    condition     = startswith(var.base_url, "https://") && !endswith(var.base_url, "/")
    error_message = "base_url must start with https:// and must not end with a slash."
  }
}

variable "webhooks" {
  description = "The webhooks of the store, by name. One with an id exists and is adopted; one without is created."
  type = map(object({
    id       = optional(string)
    triggers = optional(set(string), ["charge_finished", "refund_finished"])
    active   = optional(bool, true)
  }))
}

variable "delete_created" {
  description = "Whether a created webhook is deleted when it is destroyed. An adopted one always stays."
  type        = bool
  default     = false
}

variable "token" {
  description = "The value of the Authorization header of each notification. If it is null, the tokens stay as they are."
  type        = string
  default     = null
  ephemeral   = true
}

variable "token_version" {
  description = "Increase this number to send a new token."
  type        = number
  default     = null
}

resource "paymentservice_webhook" "this" {
  for_each = var.webhooks

  store_id   = var.store_id
  webhook_id = each.value.id
  url        = "${var.base_url}/${each.key}"
  triggers   = each.value.triggers
  active     = each.value.active

  # Only a created webhook may have this argument.
  delete_on_destroy = each.value.id == null ? var.delete_created : null

  auth_token_wo         = var.token
  auth_token_wo_version = var.token_version
}

output "urls" {
  description = "The URL that receives each webhook's notifications, by name."
  value       = { for name, webhook in paymentservice_webhook.this : name => webhook.url }
}

output "ids" {
  description = "The id of each webhook, by name."
  value       = { for name, webhook in paymentservice_webhook.this : name => webhook.webhook_id }
}
