// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// TestConfigure: the base of each kind of object takes the provider configuration. It has none before
// the provider is configured, and anything else is an error.
func TestConfigure(t *testing.T) {
	t.Parallel()
	configure := map[string]func(passed any) (*providerdata.Data, diag.Diagnostics){
		"resource": func(passed any) (*providerdata.Data, diag.Diagnostics) {
			var base providerdata.ListResourceBase
			var resp resource.ConfigureResponse
			base.Configure(t.Context(), resource.ConfigureRequest{ProviderData: passed}, &resp)
			return base.Data, resp.Diagnostics
		},
		"data source": func(passed any) (*providerdata.Data, diag.Diagnostics) {
			var base providerdata.DataSourceBase
			var resp datasource.ConfigureResponse
			base.Configure(t.Context(), datasource.ConfigureRequest{ProviderData: passed}, &resp)
			return base.Data, resp.Diagnostics
		},
		"ephemeral resource": func(passed any) (*providerdata.Data, diag.Diagnostics) {
			var base providerdata.EphemeralResourceBase
			var resp ephemeral.ConfigureResponse
			base.Configure(t.Context(), ephemeral.ConfigureRequest{ProviderData: passed}, &resp)
			return base.Data, resp.Diagnostics
		},
		"action": func(passed any) (*providerdata.Data, diag.Diagnostics) {
			var base providerdata.ActionBase
			var resp action.ConfigureResponse
			base.Configure(t.Context(), action.ConfigureRequest{ProviderData: passed}, &resp)
			return base.Data, resp.Diagnostics
		},
	}
	configured := &providerdata.Data{}
	for name, tt := range map[string]struct {
		passed any
		want   *providerdata.Data
		says   string // of the error
	}{
		"configured": {
			passed: configured,
			want:   configured,
		},
		"not configured yet": {
			passed: nil,
		},
		"another type": {
			passed: providerdata.Data{},
			says:   "passed a providerdata.Data to one of its objects, which expects a *providerdata.Data",
		},
	} {
		for kind, configure := range configure {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				got, diags := configure(tt.passed)
				if got != tt.want {
					t.Errorf("it has %v, want %v", got, tt.want)
				}
				said := ""
				for _, d := range diags {
					said += d.Detail()
				}
				if !strings.Contains(said, tt.says) || (said == "") != (tt.says == "") {
					t.Errorf("it says %q, want %q", said, tt.says)
				}
			})
		}
	}
}
