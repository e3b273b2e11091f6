// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// defaultTimeout is how long an operation may take if the block timeouts does not say it.
const defaultTimeout = 20 * time.Minute

// TimeoutsBlock describes the block timeouts of an object that reads a whole list in one operation. It is a block
// because a CLI refuses unknown names in a block, and drops them from an attribute.
func TimeoutsBlock(operation string) schema.SingleNestedBlock {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Time limits for operations.",
		Attributes: map[string]schema.Attribute{
			operation: schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "How long reading the whole list may take: " +
					"a Go duration, such as `30s` or `1h`. Defaults to `" + paymentapi.FormatDuration(defaultTimeout) + "`.",
				Validators: []validator.String{String("Invalid Timeout", CheckTimeout)},
			},
		},
	}
}

// CheckTimeout accepts a Go duration longer than zero. The limit in its message is Go's own; the
// validator of terraform-plugin-framework-timeouts calls a longer duration "not a duration".
var CheckTimeout = CheckThat(func(value string) bool {
	d, err := time.ParseDuration(value)
	return err == nil && d > 0
}, "must be a Go duration longer than zero, such as 30s or 1h, and at most 2562047h")

// Timeout returns how long an operation may take. The schema accepts only durations.
func Timeout(timeouts types.Object, operation string) time.Duration {
	configured, _ := timeouts.Attributes()[operation].(types.String)
	limit, err := time.ParseDuration(configured.ValueString())
	if err != nil { // it is not configured
		return defaultTimeout
	}
	return limit
}
