// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

// answering lets the service give this answer, and do nothing.
func answering(status int, body string) fakeservice.Fault {
	return fakeservice.Fault{Status: status, Body: []byte(body)}
}

// opening is a row about opening a card's token.
type opening struct {
	changes  values            // of a configuration with create = true that breaks no rule
	answers  fakeservice.Fault // instead of what the service does by itself
	says     []string          // texts of its messages; nil for no message
	saysNot  string            // a text that no message may have
	requests int               // that are sent
}

// A token is created if create is true or not set, and no rule is broken.
func TestOpen_create(t *testing.T) {
	t.Parallel()
	bubble.Each(t, map[string]opening{
		"true": {
			requests: 1,
		},
		"not set": {
			changes: values{"create": nil},
			says: []string{
				"`create` is not set",
				"`create = terraform.applying`",
				"`create = timestamp() != \"\"`",
			},
			requests: 1,
		},
		"false": {
			changes: values{"create": false},
		},
		"true, and an argument without effect": {
			changes:  values{"usage_limit": "monthly"},
			says:     []string{"`usage_limit` has no effect"},
			requests: 1,
		},
		"false, and an argument without effect": { // the apply warns of that
			changes: values{"create": false, "usage_limit": "monthly"},
		},
		"false, and a broken rule": {
			changes: values{"create": false, "card.exp_month": "13"},
			says:    []string{"`card.exp_month` must be"},
		},
		"broken rules, and an argument without effect": {
			changes: values{"ip_address": "::1", "card.exp_month": "13", "usage_limit": "monthly"},
			says:    []string{"`ip_address`", "`card.exp_month`", "`usage_limit` has no effect"},
		},
	}, checkOpening)
}

// A token is created, or the message says whether one may exist.
func TestOpen_outcomes(t *testing.T) {
	t.Parallel()
	const (
		none  = "No transaction token was created."
		maybe = "A transaction token may exist nevertheless, and its id is not known."
		named = "A transaction token may exist nevertheless: the answer names the token `" + id + "`."
	)
	cutOff := answering(http.StatusCreated, `{"id":"`+id+`","type":"one_time"}`)
	cutOff.Break = fakeservice.BreakClose
	cutOff.CutAt = 60
	bubble.Each(t, map[string]opening{
		"201 with other values than were asked for; the results are as configured": {
			changes: values{"type": "recurring", "usage_limit": "monthly", "metadata": values{"a": "b"}},
			answers: answering(http.StatusCreated,
				`{"id":"`+id+`","type":"one_time","usage_limit":null,"email":"a@b","metadata":{"a":"c"}}`),
			requests: 1,
		},
		"202 with an id, which does not say that it was created": {
			answers:  answering(http.StatusAccepted, `{"id":"`+id+`"}`),
			says:     []string{"status 202", named},
			requests: 1,
		},
		"201 with an id that is no UUID": {
			answers:  answering(http.StatusCreated, `{"id":"not-a-uuid"}`),
			says:     []string{maybe},
			saysNot:  "not-a-uuid",
			requests: 1,
		},
		"201 that breaks off": {
			answers:  cutOff,
			says:     []string{named},
			saysNot:  "Try again",
			requests: 1,
		},
		"no answer": {
			answers:  fakeservice.Fault{Break: fakeservice.BreakClose},
			says:     []string{maybe, "Look for the token"},
			saysNot:  "Try again",
			requests: 1,
		},
		"an answer that takes too long": {
			answers:  fakeservice.Fault{Break: fakeservice.BreakHang},
			says:     []string{maybe, "raise the provider's `request_timeout`"},
			saysNot:  "Try again",
			requests: 1,
		},
		"a redirect": {
			answers: fakeservice.Fault{
				Status: http.StatusTemporaryRedirect,
				Header: http.Header{"Location": {"/elsewhere"}},
			},
			says:     []string{"Redirects are never followed", maybe},
			requests: 1,
		},
		"500 with an id": {
			answers:  answering(http.StatusInternalServerError, `{"id":"`+id+`"}`),
			says:     []string{named},
			saysNot:  "Try again",
			requests: 1,
		},
		"400 with a field": {
			answers:  answering(http.StatusBadRequest, `{"errors":[{"field":"data.exp_year","reason":"EXPIRED"}]}`),
			says:     []string{none, "data.exp_year: EXPIRED"},
			saysNot:  "`usage_limit`",
			requests: 1,
		},
		"400, recurring with a limit": {
			changes:  values{"type": "recurring", "usage_limit": "monthly"},
			answers:  answering(http.StatusBadRequest, `{}`),
			says:     []string{none},
			saysNot:  "`usage_limit`",
			requests: 1,
		},
		"400, recurring without a limit": {
			changes:  values{"type": "recurring"},
			answers:  answering(http.StatusBadRequest, `{}`),
			says:     []string{none, "set `usage_limit`"},
			requests: 1,
		},
		"403, recurring without a limit": {
			changes:  values{"type": "recurring"},
			answers:  answering(http.StatusForbidden, `{}`),
			says:     []string{none, "`secret` and `app_token`", "set `usage_limit`"},
			requests: 1,
		},
		"401, recurring without a limit": {
			changes:  values{"type": "recurring"},
			answers:  answering(http.StatusUnauthorized, `{}`),
			says:     []string{none},
			saysNot:  "`usage_limit`",
			requests: 1,
		},
		"408 of a proxy, recurring without a limit": {
			changes:  values{"type": "recurring"},
			answers:  answering(http.StatusRequestTimeout, `{}`),
			says:     []string{maybe},
			saysNot:  "`usage_limit`",
			requests: 1,
		},
	}, checkOpening)
}

// checkOpening opens the token of a row. Whatever the row is, no message may show a value of the card, an
// error comes without a token, and what is configured is in the results as it is.
func checkOpening(t *testing.T, tt opening) {
	service := fakeservice.New()
	if !reflect.ValueOf(tt.answers).IsZero() {
		service.Inject(tt.answers)
	}
	server, options := acctest.Pipe(t, service)
	p := acctest.Configured(t, server, nil, options...)
	config := with("card", tt.changes)
	results, diags := p.Open(t.Context(), tokenType, config)

	said := diags.String()
	for _, text := range tt.says {
		if !strings.Contains(said, text) {
			t.Errorf("%q is not in: %s", text, said)
		}
	}
	if isSilent := tt.says == nil; isSilent && said != "" {
		t.Errorf("it says %s", said)
	}
	for _, never := range []string{tt.saysNot, cardNumber, cvv, cardholder} {
		if never != "" && strings.Contains(said, never) {
			t.Errorf("%q is in: %s", never, said)
		}
	}

	if sent := len(service.Requests()); sent != tt.requests {
		t.Errorf("%d requests were sent, want %d", sent, tt.requests)
	}
	if diags.Errors() != "" {
		if results["id"] != nil {
			t.Errorf("it returns a token besides an error: %v", results)
		}
		return
	}
	for _, name := range []string{"type", "usage_limit", "email", "metadata"} {
		if config[name] != nil && !reflect.DeepEqual(results[name], config[name]) {
			t.Errorf("%s is %v, want it as configured", name, results[name])
		}
	}
}

// With a secret that is not known yet, a token is not created, which is an error unless create is false.
func TestOpen_unknownProvider(t *testing.T) {
	t.Parallel()
	server := &fakeservice.Server{URL: "https://api.example.com"} // which nothing is sent to
	p := acctest.Configured(t, server, values{"secret": acctest.Unknown})
	results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": false}))
	if len(diags) > 0 || results["id"] != acctest.Unknown {
		t.Errorf("although nothing is to be sent, it returns %v and says %s", results, diags)
	}

	_, diags = p.Open(t.Context(), tokenType, with("online", nil))
	for _, text := range []string{"`secret`", "`create = terraform.applying`", "`create = timestamp() != \"\"`"} {
		if !strings.Contains(diags.Errors(), text) {
			t.Errorf("it says %s, want %q", diags, text)
		}
	}
}

// Of the attributes outside of the blocks, these are sensitive: who pays, and what the service says of the payment
// method. (Those in the blocks are tested with the secrets of all objects, in internal/test/faults.)
func TestSchema_sensitive(t *testing.T) {
	t.Parallel()
	sensitive := []string{"data", "data_json", "email", "paidy"}
	for _, a := range acctest.NewProtocol(t).Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes {
		if a.Sensitive != slices.Contains(sensitive, a.Name) {
			t.Errorf("%s is sensitive: %t", a.Name, a.Sensitive)
		}
	}
}
