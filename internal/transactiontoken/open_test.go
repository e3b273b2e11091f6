// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_unknownResults: without a token, every result is unknown, and configured
// values are kept.
func TestOpen_unknownResults(t *testing.T) {
	t.Parallel()

	_, p := start(t)
	config := with("card", values{"create": false, "usage_limit": "monthly"})
	results, diags := p.Open(t.Context(), tokenType, config)
	for _, attribute := range p.Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes {
		want := config[attribute.Name]
		if want == nil && attribute.Computed {
			want = acctest.Unknown
		}
		if got := results[attribute.Name]; got != want {
			t.Errorf("%s is %v, want %v", attribute.Name, got, want)
		}
	}
	if diags.Errors() != "" || !strings.Contains(fmt.Sprint(results["card"]), cvv) {
		t.Errorf("the card is %v; said %s", results["card"], diags)
	}
}

// TestOpen_afterInterrupt: a CLI goes on to open the tokens of a run that was interrupted.
// None of them is created.
func TestOpen_afterInterrupt(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	if _, err := p.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if sent := len(service.Requests()); sent > 0 || !strings.Contains(diags.Errors(), "interrupted") {
		t.Errorf("%d requests were sent; said %s", sent, diags)
	}
}

// TestOpen_providerNotKnown: only what sends a request needs known credentials.
func TestOpen_providerNotKnown(t *testing.T) {
	t.Parallel()

	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), values{"base_url": "https://api.example.com", "secret": acctest.Unknown, "app_token": "a"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	if results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": false})); len(diags) > 0 || results["id"] != acctest.Unknown {
		t.Errorf("although nothing is to be sent, it said %s", diags)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if said := diags.Errors(); !strings.Contains(said, "`secret`") || !strings.Contains(said, "`create = terraform.applying`") || !strings.Contains(said, "`create = timestamp() != \"\"`") {
		t.Errorf("said %s", diags)
	}
	service, known := start(t)
	for p, tokens := range map[*acctest.Protocol]int{p: 0, known: 1} {
		opened, err := p.Server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{
			TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with("online", values{"create": true})),
			ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{DeferralAllowed: true},
		})
		if err != nil || len(opened.Diagnostics) > 0 || (opened.Deferred == nil) != (tokens == 1) || opened.Result == nil {
			t.Errorf("%v, %v; want %d tokens, or else a deferral", opened, err, tokens)
		}
	}
	if made := len(service.Tokens()); made != 1 {
		t.Errorf("%d tokens were made, not one", made)
	}
}

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

// TestOpen_tolerates: answers.txt has answers, and as their verdicts the results. The first
// has every result that there is.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	all := p.Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes
	golden.Situations(t, "answers.txt", func(t *testing.T, line string) (verdict, words string) {
		service.Inject(fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `",` + line + `}`), Times: 1})
		config := with("online", nil)
		results, diags := p.Open(t.Context(), tokenType, config)
		if len(diags) > 0 || results["id"] != id {
			t.Error(diags)
		}
		if missing := without(results, all); len(missing) > 0 {
			t.Errorf("the first answer has no %q", missing)
		}
		all = nil
		for name := range config {
			delete(results, name)
		}
		delete(results, "id")
		text, err := json.Marshal(results)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), ""
	})
}

// without returns the computed attributes that have no value.
func without(results map[string]any, attributes []*tfprotov6.SchemaAttribute) (missing []string) {
	for _, attribute := range attributes {
		switch value := results[attribute.Name]; {
		case value == nil && attribute.Computed:
			missing = append(missing, attribute.Name)
		case attribute.Computed && attribute.NestedType != nil:
			inner, _ := value.(map[string]any)
			missing = append(missing, without(inner, attribute.NestedType.Attributes)...)
		}
	}
	return missing
}
