// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// TimeoutsBlock describes the block timeouts, which limits an operation. It is a block
// because a CLI refuses unknown names in a block, and drops them from an attribute.
func TimeoutsBlock(operation string) schema.SingleNestedBlock {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Time limits for operations.",
		Attributes: map[string]schema.Attribute{
			operation: schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "How long reading the whole list may take: a Go duration, such as `30s` or `1h`. Defaults to `20m`.",
				Validators:          []validator.String{String("Invalid Timeout", CheckTimeout)},
			},
		},
	}
}

// Timeout returns how long an operation may take. The schema accepts only durations.
func Timeout(timeouts types.Object, operation string) time.Duration {
	configured, _ := timeouts.Attributes()[operation].(types.String)
	if limit, err := time.ParseDuration(configured.ValueString()); err == nil {
		return limit
	}
	return 20 * time.Minute // it is not configured
}
