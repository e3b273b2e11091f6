// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// TestRequireClient: without a client, the operation and the unknown arguments are named.
func TestRequireClient(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	configured := &providerdata.Data{Client: &paymentapi.Client{}}
	if !providerdata.RequireClient(configured, "reading", &diags) || diags.HasError() {
		t.Errorf("with a client, it says %v", diags)
	}

	unknown := &providerdata.Data{Unknown: []string{"secret", "app_token"}}
	if providerdata.RequireClient(unknown, "reading", &diags, "Or wait.") {
		t.Error("there is no client, and it reports one")
	}
	for _, want := range []string{
		"The value of the provider's `secret` and `app_token` is not known before the apply, so reading is not",
		"Or wait.",
	} {
		if len(diags) != 1 || !strings.Contains(diags[0].Detail(), want) {
			t.Errorf("without a client, it says %v, want %q", diags, want)
		}
	}
}
