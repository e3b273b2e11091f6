# Says what has become of each webhook outside of Terraform since the last apply:
#
#   terraform show -json plan.tfplan | jq -f drift.jq
#
# Of the settings of a webhook, it shows names only: receivers keep secrets in URLs.
[
  .resource_drift[]?
  | select(.mode == "managed" and .type == "paymentservice_webhook")
  | .change as $change
  | {
      address,
      id: $change.before.id,
      became: (
        if $change.after == null then ["deleted"]
        else [
          if $change.before.active != false and $change.after.active == false then "stopped" else empty end,
          if $change.before.active == false and $change.after.active then "resumed" else empty end,
          if ($change | .before.url != .after.url or (.before.triggers // [] | sort) != (.after.triggers // [] | sort)) then "changed" else empty end
        ]
        end
      )
    }
  | select(.became != [])
]
