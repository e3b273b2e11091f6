// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// What the resource remembers of a webhook beside its state.
const (
	memoryReadable     = "readable"      // a GET was answered once
	memoryMerchantPath = "merchant_path" // it is addressed through its merchant
	memoryImported     = "imported"      // the next read is the first one
	memoryDestroyTold  = "destroy_told"  // the plan said that the webhook stays
	memoryUnconfirmed  = "unconfirmed"   // settings that a failed update may have changed
	memoryAsConfigured = "as_configured" // settings that the state spells as they were configured
)

// memory is a resource's private state.
type memory interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// remembers reports whether a mark is set.
func remembers(ctx context.Context, m memory, mark string, diags *diag.Diagnostics) bool {
	value, more := m.GetKey(ctx, mark)
	diags.Append(more...)
	return string(value) == "true"
}

// remember sets a mark or clears it.
func remember(ctx context.Context, m memory, mark string, set bool, diags *diag.Diagnostics) {
	value := "false"
	if set {
		value = "true"
	}
	diags.Append(m.SetKey(ctx, mark, []byte(value))...)
}

// rememberedNames returns the names of settings that are kept under a key.
func rememberedNames(ctx context.Context, m memory, key string, diags *diag.Diagnostics) []string {
	value, more := m.GetKey(ctx, key)
	diags.Append(more...)
	var names string
	if json.Unmarshal(value, &names) != nil || names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// rememberNames keeps names of settings for the next run. The memory takes only
// JSON.
func rememberNames(ctx context.Context, m memory, key string, names []string, diags *diag.Diagnostics) {
	var value []byte // which forgets
	if len(names) > 0 {
		value = []byte(strconv.Quote(strings.Join(names, ",")))
	}
	diags.Append(m.SetKey(ctx, key, value)...)
}
