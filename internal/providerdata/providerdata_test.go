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
	if !providerdata.RequireClient(&providerdata.Data{Client: &paymentapi.Client{}}, "reading", &diags) || diags.HasError() {
		t.Errorf("with a client, it says %v", diags)
	}
	const want = "The value of the provider's `secret` and `app_token` is not known before the apply, so reading is not possible yet."
	unknown := &providerdata.Data{Unknown: []string{"secret", "app_token"}}
	if providerdata.RequireClient(unknown, "reading", &diags) || !strings.Contains(diags[0].Detail(), want) {
		t.Errorf("without a client, it says %v", diags)
	}
}
