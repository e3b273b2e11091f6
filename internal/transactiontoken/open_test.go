// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/transactiontoken"
)

// start serves a fake payment service, and returns what a provider configured
// for it hands out.
func start(t *testing.T) (*fakeservice.Service, *providerdata.Data) {
	t.Helper()
	service, server := acctest.Start(t)
	return service, dataFor(t, server.URL, nil)
}

func dataFor(t *testing.T, baseURL string, transport http.RoundTripper) *providerdata.Data {
	t.Helper()
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: baseURL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken,
		MaxRetries: paymentapi.DefaultMaxRetries, Clock: acctest.NewClock(), Transport: transport,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	return &providerdata.Data{Client: client}
}

func open(t *testing.T, data *providerdata.Data, config object) ephemeral.OpenResponse {
	t.Helper()
	return openWith(t, data, config, ephemeral.OpenClientCapabilities{})
}

func openWith(t *testing.T, data *providerdata.Data, config object, capabilities ephemeral.OpenClientCapabilities) ephemeral.OpenResponse {
	t.Helper()
	r := transactiontoken.NewEphemeralResource()
	configurable, ok := r.(ephemeral.EphemeralResourceWithConfigure)
	if !ok {
		t.Fatal("the resource cannot be configured")
	}
	var configured ephemeral.ConfigureResponse
	configurable.Configure(t.Context(), ephemeral.ConfigureRequest{ProviderData: data}, &configured)
	if configured.Diagnostics.HasError() {
		t.Fatal(configured.Diagnostics)
	}
	c := configOf(t, config)
	resp := ephemeral.OpenResponse{Result: tfsdk.EphemeralResultData{Schema: c.Schema, Raw: c.Raw.Copy()}}
	r.Open(t.Context(), ephemeral.OpenRequest{Config: c, ClientCapabilities: capabilities}, &resp)
	return resp
}

// resultOf returns a result by dotted name.
func resultOf[T any](t *testing.T, resp ephemeral.OpenResponse, name string) T {
	t.Helper()
	var value T
	if diags := resp.Result.GetAttribute(t.Context(), resultPath(name), &value); diags.HasError() {
		t.Fatal(diags)
	}
	return value
}

func resultPath(name string) path.Path {
	steps := strings.Split(name, ".")
	at := path.Root(steps[0])
	for _, step := range steps[1:] {
		at = at.AtName(step)
	}
	return at
}

func TestOpen_create(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		create   any
		openTofu bool
		requests int
		warning  string
	}{
		"true":            {create: true, requests: 1},
		"not set":         {create: nil, requests: 1, warning: "`create = terraform.applying`"},
		"false":           {create: false},
		"false, OpenTofu": {create: false, openTofu: true, warning: `create = timestamp() != ""`},
		"true, OpenTofu":  {create: true, openTofu: true, requests: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			data.OpenTofu = tc.openTofu
			resp := open(t, data, with("online", object{"create": tc.create}))
			if resp.Diagnostics.HasError() {
				t.Fatal(resp.Diagnostics)
			}
			if got := len(service.Requests()); got != tc.requests {
				t.Errorf("%d requests, want %d", got, tc.requests)
			}
			id := resultOf[types.String](t, resp, "id")
			if unknown := tc.requests == 0 && !tc.openTofu; id.IsUnknown() != unknown {
				t.Errorf("id is %v", id)
			}
			if null := tc.requests == 0 && tc.openTofu; id.IsNull() != null {
				t.Errorf("id is %v", id)
			}
			warnings := resp.Diagnostics.Warnings()
			if (tc.warning != "") != (len(warnings) == 1) || tc.warning != "" && !strings.Contains(warnings[0].Detail(), tc.warning) {
				t.Errorf("got warnings %v, want %q", warnings, tc.warning)
			}
		})
	}
}

func TestOpen_unknownResults(t *testing.T) {
	t.Parallel()

	_, data := start(t)
	resp := open(t, data, with("card", object{"create": false, "usage_limit": "monthly"}))
	var results map[string]tftypes.Value
	if err := resp.Result.Raw.As(&results); err != nil {
		t.Fatal(err)
	}
	for name, attribute := range tokenSchema(t).Attributes {
		_, configured := right["card"][name]
		configured = configured || name == "create" || name == "usage_limit"
		if want := configured || !attribute.IsComputed(); results[name].IsFullyKnown() != want {
			t.Errorf("%s is %v", name, results[name])
		}
	}
}

func TestOpen_checksAgain(t *testing.T) {
	t.Parallel()

	service, data := start(t)
	resp := open(t, data, with("online", object{"create": true, "type": "recurring", "usage_limit": "monthly"}))
	expectDetails(t, resp.Diagnostics, []string{"online is allowed only if type"})
	if n := len(service.Requests()); n != 0 {
		t.Errorf("%d requests, want none", n)
	}
}

func TestOpen_providerNotKnown(t *testing.T) {
	t.Parallel()

	data := &providerdata.Data{Unknown: []string{"secret"}}
	if resp := open(t, data, with("online", object{"create": false})); resp.Diagnostics.HasError() {
		t.Errorf("nothing was to be sent, yet: %v", resp.Diagnostics)
	}
	resp := open(t, data, with("online", object{"create": true}))
	if !resp.Diagnostics.HasError() || !strings.Contains(resp.Diagnostics[0].Detail(), "`secret`") {
		t.Errorf("got %v, want an error that names secret", resp.Diagnostics)
	}
	resp = openWith(t, data, with("online", object{"create": true}), ephemeral.OpenClientCapabilities{DeferralAllowed: true})
	if resp.Diagnostics.HasError() || resp.Deferred == nil || !resultOf[types.String](t, resp, "id").IsUnknown() {
		t.Errorf("got %v, want a deferral", resp)
	}
}
