variable "receiver_version" {
  type    = string
  default = "2025-06-01"
}

action "paymentservice_resume_webhook" "orders" {
  config {
    store_id   = "33333333-3333-4333-8333-333333333333"
    webhook_id = "44444444-4444-4444-8444-444444444443"
  }
}

# This stands for the resource that deploys the receiver of the notifications. When
# a new version is deployed, the action resumes the webhook.
resource "terraform_data" "receiver" {
  input = var.receiver_version

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.paymentservice_resume_webhook.orders]
    }
  }
}
