// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// What the resource remembers of a webhook beside its state.
const (
	memoryReadable     = "readable"      // a GET was answered once
	memoryMerchantPath = "merchant_path" // it is addressed through its merchant
	memoryImported     = "imported"      // the next read is the first one
	memoryDoubt        = "doubt"         // settings that a failed update may have changed
)

// memory is a resource's private state.
type memory interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func remembers(ctx context.Context, m memory, key string) (bool, diag.Diagnostics) {
	value, diags := m.GetKey(ctx, key)
	return string(value) == "true", diags
}

func remember(ctx context.Context, m memory, key string, yes bool) diag.Diagnostics {
	value := "false"
	if yes {
		value = "true"
	}
	return m.SetKey(ctx, key, []byte(value))
}

func remembersMerchantPath(ctx context.Context, m memory) (bool, diag.Diagnostics) {
	return remembers(ctx, m, memoryMerchantPath)
}

func rememberPath(ctx context.Context, m memory, throughMerchant bool) diag.Diagnostics {
	return remember(ctx, m, memoryMerchantPath, throughMerchant)
}
