# Says what a plan does to each webhook:
#
#   terraform show -json plan.tfplan | jq -f webhooks.jq
#
# As a policy, such as one that refuses deletions at the service:
#
#   terraform show -json plan.tfplan | jq -f webhooks.jq |
#     jq -e 'all(.does | index("delete") | not)'
[
  .resource_changes[]?
  | select(.mode == "managed" and .type == "paymentservice_webhook")
  | .change as $change
  | {
      address,
      does: [
        if $change.importing then "import" else empty end,
        (
          $change.actions[]
          | if . == "delete" then
              # The state decides, not the configuration.
              if $change.before.delete_on_destroy == true then "delete" else "leave" end
            elif . == "create" then
              if $change.after_unknown.delete_on_destroy == true then "adopt or create"
              elif $change.after.delete_on_destroy == null then "adopt"
              else "create" end
            elif . == "update" then "update"
            elif . == "forget" then "leave"
            else empty end
        )
      ]
    }
]
