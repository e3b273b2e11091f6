// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// merchantToken is an application token with the claim merchant_id alone.
const merchantToken = "eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"

// opening is an opening of the token, as a line of messages.golden has it.
type opening struct {
	Of       string // the payment type
	Change   map[string]any
	OpenTofu bool
	Token    string         // the application token; that of a merchant if empty
	Answer   map[string]any // besides the id

	fakeservice.Fault
	Break, Body string
}

var (
	breaks       = map[string]fakeservice.Break{"close": fakeservice.BreakClose, "cut": fakeservice.BreakCut}
	placeholders = strings.NewReplacer("STORE_TOKEN", fakeservice.DefaultAppToken, "STORE", fakeservice.DefaultStoreID, "ID", id)
)

// TestMessages: messages.golden has openings of the token. No message shows what is secret.
func TestMessages(t *testing.T) {
	t.Parallel()

	golden.Situations(t, "messages.golden", func(t *testing.T, line string) (verdict, words string) {
		_, input, _ := strings.Cut(line, " {")
		var o opening
		decoder := json.NewDecoder(strings.NewReader("{" + placeholders.Replace(input)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&o); err != nil {
			t.Fatal(err)
		}
		verdict, words = o.open(t)
		for _, secret := range []string{cardNumber, cvv, cardholder} {
			if strings.Contains(words, secret) {
				t.Errorf("a message shows %q", secret)
			}
		}
		return verdict, strings.ReplaceAll(words, id, "ID")
	})
}

// notable are claims of a message, and the results that it names.
var notable = regexp.MustCompile("Try again|may exist|names the token|No transaction token was created|names no store|another value|set `usage_limit`|PCI DSS|\\n  - `?[a-z._]+")

// open opens the token and says what comes of it.
func (o opening) open(t *testing.T) (verdict, words string) {
	t.Helper()
	token, arguments := cmp.Or(o.Token, merchantToken), values{}
	config := with(cmp.Or(o.Of, "bank_transfer"), nil)
	if o.Answer != nil {
		token, arguments["allowed_modes"] = fakeservice.DefaultAppToken, []string{"test"}
		config["usage_limit"] = "monthly"
		body := map[string]any{"id": id}
		maps.Copy(body, o.Answer)
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		o.Status, o.Body = 201, string(raw)
	}
	arguments["app_token"] = token
	for path, value := range acctest.FromJSON(o.Change) {
		set(config, path, value)
	}
	service, server := acctest.Start(t, fakeservice.WithCredentials(fakeservice.DefaultSecret, token))
	if o.Fault.Break = breaks[o.Break]; o.Status != 0 || o.Break != "" {
		if o.Times = 1; o.Header == nil && o.Break != "close" {
			o.Fault.Body = []byte(cmp.Or(o.Body, "{}"))
		}
		service.Inject(o.Fault)
	}
	p := acctest.Configured(t, server, arguments, provider.WithOpenTofu(o.OpenTofu))
	checked, err := p.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: tokenType, Config: p.EphemeralConfig(tokenType, config)})
	if err != nil || len(checked.Diagnostics) > 0 { // only for errors of Open, a CLI says which resource they are about
		t.Errorf("%v: a validation with a configured provider says %v", err, checked)
	}
	results, diags := p.Open(t.Context(), tokenType, config)
	var came, said []string
	for _, r := range service.Requests() {
		came = append(came, r.Method)
	}
	for _, d := range diags {
		title := strings.ToLower(d.Severity.String()) + " " + d.Summary
		if len(d.Attribute.Steps()) > 0 {
			title += fmt.Sprintf(" (%s)", d.Attribute)
		}
		for _, part := range notable.FindAllString(d.Detail, -1) {
			title += ", " + strings.TrimLeft(part, "\n -`")
		}
		came, said = append(came, title), append(said, strings.ReplaceAll(d.Detail, "\n\n", "\n"))
	}
	switch tokens := service.Tokens(); {
	case results["id"] == acctest.Unknown:
		came = append(came, "id unknown")
	case results["id"] != nil && (results["id"] == id || results["id"] == tokens[0].ID):
		came = append(came, "id")
	case results["id"] != nil:
		came = append(came, fmt.Sprint("id ", results["id"]))
	case diags.Errors() == "":
		came = append(came, "id null")
	}
	for _, name := range []string{"type", "usage_limit", "email"} {
		if want := config[name]; diags.Errors() == "" && want != nil && results[name] != want {
			t.Errorf("%s is %v, want %v as configured", name, results[name], want)
		}
	}
	return strings.Join(came, "; "), strings.Join(said, "\n")
}
