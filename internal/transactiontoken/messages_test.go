// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// merchantToken is an application token with the claim merchant_id alone.
const merchantToken = "eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"

var recurring = values{"type": "recurring"}

// opened are configurations and answers of which Open says something.
var opened = map[string]struct {
	of      string
	change  values
	fault   fakeservice.Fault
	options []provider.Option
	token   string // the application token; that of a merchant if empty
}{
	"create not set":       {of: "online", change: values{"create": nil}},
	"create false in tofu": {of: "online", change: values{"create": false}, options: []provider.Option{provider.WithOpenTofu(true)}},
	"wrong":                {of: "konbini", change: values{"ip_address": "::1", "konbini/customer_name": "", "usage_limit": "monthly"}},
	"refused":              {of: "bank_transfer", fault: answer(400, `{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"data.brand","reason":"INVALID_BRAND"}]}`)},
	"card refused":         {of: "card", change: recurring, fault: answer(403, `{}`)},
	"card, 400":            {of: "card", change: recurring, fault: answer(400, `{}`)},
	"card, 400, field":     {of: "card", fault: answer(400, `{"errors":[{"field":"data.exp_year","reason":"EXPIRED"}]}`)},
	"card, 401":            {of: "card", change: recurring, fault: answer(401, `{}`)},
	"card, 403, store's":   {of: "card", change: values{"type": "recurring", "usage_limit": "monthly"}, fault: answer(403, `{}`), token: fakeservice.DefaultAppToken},
	"card, 403, no JWT":    {of: "card", fault: answer(403, `{}`), token: "not-a-jwt"},
	"card, 404":            {of: "card", change: recurring, fault: answer(404, `{}`)},
	"card, 413":            {of: "card", change: recurring, fault: answer(413, `{}`)},
	"card, 408":            {of: "card", change: recurring, fault: answer(408, `{}`)},
	"cards disabled":       {of: "card", fault: answer(401, `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`)},
	"server error":         {of: "online", fault: answer(500, `{}`)},
	"server error, id":     {of: "online", fault: answer(500, `{"id":"`+id+`"}`)},
	"redirect":             {of: "online", fault: fakeservice.Redirect(307, "/elsewhere")},
	"accepted, id":         {of: "online", fault: answer(202, `{"id":"`+id+`"}`)},
	"no token":             {of: "online", fault: answer(201, `[]`)},
	"no UUID":              {of: "online", fault: answer(201, `{"id":"not-a-uuid"}`)},
	"an error as success":  {of: "online", fault: answer(201, `{"id":"`+id+`","status":"error","code":"DUPLICATE"}`)},
	"cut off after the id": {of: "online", fault: fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `","type":"one_time"}`), Break: fakeservice.BreakCut, CutAt: 60}},
	"connection closed":    {of: "online", fault: fakeservice.Fault{Break: fakeservice.BreakClose}},
}

// answered are what a service answers to requests for a recurring token by bank
// transfer with a limit, apart from the id, with changes of the request.
var answered = map[string]struct {
	change values
	answer string
}{
	"as requested":        {nil, `"type":"recurring","usage_limit":"monthly","payment_type":"bank_transfer","active":true,"mode":"test","store_id":"` + fakeservice.DefaultStoreID + `"`},
	"absent":              {nil, `"further":1`},
	"null":                {nil, `"type":null,"payment_type":null,"active":null,"mode":null,"store_id":null`},
	"in capital letters":  {nil, `"type":"RECURRING","usage_limit":"MONTHLY","payment_type":"Bank_Transfer","mode":"TEST","store_id":"` + strings.ToUpper(fakeservice.DefaultStoreID) + `"`},
	"limit":               {values{"usage_limit": "daily"}, `"usage_limit":"annually"`},
	"limit a new word":    {nil, `"usage_limit":"fortnightly"`},
	"limit no word":       {nil, `"usage_limit":{"count":1}`},
	"limit a number":      {values{"usage_limit": "7"}, `"usage_limit":7`},
	"limit null":          {nil, `"usage_limit":null`},
	"limit not requested": {values{"usage_limit": nil}, `"usage_limit":"daily"`},
	"limit of no effect":  {values{"type": "one_time"}, `"usage_limit":null`},
	"mode":                {nil, `"mode":"live"`},
	"store":               {nil, `"store_id":"` + id + `"`},
	"everything":          {nil, `"type":"one_time","usage_limit":"weekly","payment_type":"card","active":false,"mode":"live_test","store_id":"main"`},
	"an e-mail address":   {nil, `"type":"customer@example.com"`},
	"known words":         {values{"email": "live_test.card@example.com"}, `"mode":"live_test","payment_type":"card"`},
	"a known word":        {values{"email": "live@example.com"}, `"mode":"live"`},
	"a part of it":        {nil, `"type":"customer"`},
	"a secret and more":   {values{"email": "a@b"}, `"type":"xa@bx","mode":"test"`},
}

// TestMessages renders every message of the token as a CLI gets it: with the path
// to the argument whose source line is shown, if any.
func TestMessages(t *testing.T) {
	t.Parallel()

	var text strings.Builder
	show := func(name string, diags acctest.Diagnostics) {
		fmt.Fprintf(&text, "## %s\n\n", name)
		for _, d := range diags {
			fmt.Fprintf(&text, "%s: %s %v\n%s\n\n", strings.ToLower(d.Severity.String()), d.Summary, d.Attribute, d.Detail)
		}
		if len(diags) == 0 {
			text.WriteString("Nothing is said.\n\n")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(opened)) {
		tc := opened[name]
		token := cmp.Or(tc.token, merchantToken)
		service, server := acctest.Start(t, fakeservice.WithCredentials(fakeservice.DefaultSecret, token))
		if tc.fault.Status != 0 || tc.fault.Break != 0 {
			service.Inject(tc.fault)
		}
		_, diags := acctest.Configured(t, server, values{"app_token": token}, tc.options...).Open(t.Context(), tokenType, with(tc.of, tc.change))
		show(name, diags)
	}
	for _, name := range slices.Sorted(maps.Keys(answered)) {
		tc := answered[name]
		service, server := acctest.Start(t)
		service.Inject(answer(201, `{"id":"`+id+`",`+tc.answer+`}`))
		config := with("bank_transfer", values{"usage_limit": "monthly"})
		maps.Copy(config, tc.change)
		results, diags := acctest.Configured(t, server, values{"allowed_modes": []string{"test"}}).Open(t.Context(), tokenType, config)
		if limit := config["usage_limit"]; results["id"] != id || limit != nil && results["usage_limit"] != limit || results["type"] != config["type"] {
			t.Errorf("%s: the results are %v, want the configured values", name, results)
		}
		show("answered, "+name, diags)
	}
	golden.Compare(t, "messages.golden", text.String())
	for _, secret := range []string{cardNumber, cvv, cardholder} {
		if strings.Contains(text.String(), secret) {
			t.Errorf("a message shows %q", secret)
		}
	}
}
