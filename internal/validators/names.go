// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

var _ validator.Set = namesValidator{}

type namesValidator struct {
	summary string
	names   []string
	empty   bool
}

// Names returns a schema validator of a set of strings that must all be among
// names. The set may be empty only if empty is true. Null and unknown values
// pass, but a null inside the set does not.
func Names(summary string, names []string, empty bool) validator.Set {
	return namesValidator{summary, names, empty}
}

func (v namesValidator) Description(context.Context) string {
	return "each value must be one of " + strings.Join(v.names, ", ")
}

func (v namesValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v namesValidator) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	wrong := ""
	elements := req.ConfigValue.Elements()
	for _, element := range elements {
		name, ok := element.(types.String)
		switch {
		case !ok || name.IsUnknown():
		case name.IsNull():
			wrong = "must not contain null"
		case !slices.Contains(v.names, name.ValueString()):
			wrong = fmt.Sprintf("must not contain %q", name.ValueString())
		}
	}
	if len(elements) == 0 && !v.empty {
		wrong = "must not be empty"
	}
	if wrong != "" {
		diagnostics.AddAttributeError(&resp.Diagnostics, req.Path, v.summary,
			fmt.Sprintf("`%s` %s. Valid names are: %s.", req.Path, wrong, strings.Join(v.names, ", ")))
	}
}
