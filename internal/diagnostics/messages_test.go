// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
)

// answer is what a service does with each request.
type answer struct {
	status int
	header string // such as "Retry-After: 20"
	body   string // {"code":"NO"} if empty
	err    error
	hangs  bool
}

// RoundTrip implements http.RoundTripper.
func (a answer) RoundTrip(req *http.Request) (*http.Response, error) {
	if a.hangs {
		httptrace.ContextClientTrace(req.Context()).GotConn(httptrace.GotConnInfo{})
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	if a.err != nil {
		return nil, a.err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if name, value, ok := strings.Cut(a.header, ": "); ok {
		header.Set(name, value)
	}
	return &http.Response{StatusCode: a.status, Header: header, Body: io.NopCloser(strings.NewReader(cmp.Or(a.body, `{"code":"NO"}`)))}, nil
}

var calls = map[string]func(context.Context, *paymentapi.Client) error{
	"a webhook": func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "1", WebhookID: "2"})
		return err
	},
	"no webhook": func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "..", WebhookID: "2"})
		return err
	},
	"charges": func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.ListCharges(ctx, paymentapi.ChargeQuery{PageSize: 10})
		return err
	},
}

// TestAdd: beside a diagnostic, the CLI prints the line of the argument at its path, or the
// first line of the block if there is none; only an empty path makes it print nothing.
func TestAdd(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	diagnostics.AddError(&diags, "A", "a")
	diagnostics.AddWarning(&diags, "B", "b")
	diagnostics.AddAttributeError(&diags, path.Root("url"), "C", "c")
	diagnostics.AddAttributeWarning(&diags, path.Root("url"), "D", "d")
	diagnostics.AddCallError(&diags, "E", errors.New("e"), "f", "", "g")
	want := diag.Diagnostics{
		diag.NewAttributeErrorDiagnostic(path.Empty(), "A", "a"),
		diag.NewAttributeWarningDiagnostic(path.Empty(), "B", "b"),
		diag.NewAttributeErrorDiagnostic(path.Root("url"), "C", "c"),
		diag.NewAttributeWarningDiagnostic(path.Root("url"), "D", "d"),
		diag.NewAttributeErrorDiagnostic(path.Empty(), "E", "e\n\nf\n\ng"),
	}
	if !diags.Equal(want) {
		t.Errorf("added %v, want %v", diags, want)
	}
}

// TestAddCallError_credentials: a 401, and nothing else, says what looks wrong in the credentials.
func TestAddCallError_credentials(t *testing.T) {
	t.Parallel()
	const secretQuoted = "The provider's `secret` is enclosed in quotation marks"
	const appTokenQuoted = "The provider's `app_token` is enclosed in quotation marks"
	for name, tt := range map[string]struct {
		flaws   []paymentapi.CredentialFlaw
		answer  answer
		says    []string
		saysNot []string
	}{
		"no flaw": {
			answer:  answer{status: 401},
			says:    []string{"issued together"},
			saysNot: []string{"quotation marks", "JWT"},
		},
		"a quoted secret": {
			flaws:   []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted},
			answer:  answer{status: 401},
			says:    []string{secretQuoted, "issued together"},
			saysNot: []string{appTokenQuoted},
		},
		"both quoted": {
			flaws:  []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted, paymentapi.FlawAppTokenQuoted},
			answer: answer{status: 401},
			says:   []string{secretQuoted, appTokenQuoted},
		},
		"no JWT": {
			flaws:  []paymentapi.CredentialFlaw{paymentapi.FlawAppTokenNoJWT},
			answer: answer{status: 401},
			says:   []string{"The provider's `app_token` is not a JWT"},
		},
		"swapped": {
			flaws:  []paymentapi.CredentialFlaw{paymentapi.FlawCredentialsSwapped},
			answer: answer{status: 401},
			says:   []string{"`secret` and `app_token` seem to be swapped"},
		},
		"a gateway's 401": {
			flaws:  []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted},
			answer: answer{status: 401, body: `{"message":"no"}`},
			says:   []string{secretQuoted, "in front of the service"},
		},
		"another status": {
			flaws:   []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted},
			answer:  answer{status: 403},
			saysNot: []string{secretQuoted},
		},
		"credentials that were accepted": {
			flaws:   []paymentapi.CredentialFlaw{paymentapi.FlawAppTokenNoJWT},
			answer:  answer{status: 401, body: `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`},
			says:    []string{"credentials themselves were accepted"},
			saysNot: []string{"JWT"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := paymentapi.New(paymentapi.Options{
				BaseURL:         "https://api.example.com",
				Secret:          "top-secret",
				AppToken:        "a.t0ken",
				CredentialFlaws: tt.flaws,
				Transport:       tt.answer,
			})
			if err != nil {
				t.Fatal(err)
			}
			var diags diag.Diagnostics
			diagnostics.AddCallError(&diags, "", calls["charges"](t.Context(), client))
			said := diags[0].Detail()

			for _, text := range tt.says {
				if !strings.Contains(said, text) {
					t.Errorf("%q is not in: %s", text, said)
				}
			}
			for _, text := range tt.saysNot {
				if strings.Contains(said, text) {
					t.Errorf("%q is in: %s", text, said)
				}
			}
		})
	}
}

// Every kind of failed call says what to do.
func TestAddCallError(t *testing.T) {
	t.Parallel()
	lost := &paymentapi.Error{Fault: paymentapi.FaultConnectionLost, Cause: paymentapi.CauseNoClientCertificate}
	if advice := diagnostics.AdviceWithoutRetry(lost); !strings.Contains(advice, "`client_certificate`") {
		t.Errorf("the advice is %q", advice)
	}
	const address, html = "`base_url` is the address of the API itself", "Content-Type: text/html"
	type row struct {
		of     string // "charges" unless given
		answer answer
		limit  time.Duration // the call's timeout, or if negative, the time until it is canceled
		says   string
	}
	bubble.Each(t, map[string]row{
		"204":                 {answer: answer{status: 204}, says: address},
		"302":                 {answer: answer{status: 302}, says: "the address that answers directly"},
		"400":                 {answer: answer{status: 400}, says: "Correct what the service objects to"},
		"400 of a gateway":    {answer: answer{status: 400, body: `{"message":"bad request"}`}, says: "in front of the service"},
		"401":                 {answer: answer{status: 401}, says: "issued together"},
		"401, cards disabled": {answer: answer{status: 401, body: `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`}, says: "credentials themselves were accepted"},
		"401 of a proxy":      {answer: answer{status: 401, header: html, body: "<html>"}, says: "in front of the service"},
		"403":                 {answer: answer{status: 403}, says: "what the provider's `secret` and `app_token` are permitted to do"},
		"403 with ids":        {of: "a webhook", answer: answer{status: 403}, says: "belong to the merchant and store in the path"},
		"403 of a firewall":   {of: "a webhook", answer: answer{status: 403, header: html, body: "<html>"}, says: "in front of the service"},
		"403 of a gateway":    {answer: answer{status: 403, body: `{"message":"Forbidden"}`}, says: "in front of the service"},
		"404":                 {answer: answer{status: 404}, says: address},
		"404 with ids":        {of: "a webhook", answer: answer{status: 404, body: `{"code":"NOT_FOUND"}`}, says: "Check the ids in the path"},
		"404 of a gateway":    {of: "a webhook", answer: answer{status: 404, body: `{"message":"no Route matched"}`}, says: "in front of the service"},
		"405":                 {answer: answer{status: 405}, says: "does not support this request"},
		"409":                 {answer: answer{status: 409}, says: "already uses the requested value"},
		"409, a limit":        {answer: answer{status: 409, body: `{"code":"WEBHOOK_LIMIT_REACHED"}`}, says: "A limit of the service has been reached"},
		"403, a quota":        {answer: answer{status: 403, header: "Retry-After: 20"}, says: "set `max_requests_per_minute` in the provider"},
		"403, a firewall's":   {answer: answer{status: 403, header: "Retry-After: 20", body: `{"message":"x"}`}, says: "set `max_requests_per_minute` in the provider"},
		"413 of a proxy":      {answer: answer{status: 413, header: html, body: "<html>"}, says: "in front of the service"},
		"429":                 {answer: answer{status: 429}, says: "`max_requests_per_minute`"},
		"429, no time for it": {answer: answer{status: 429, header: "Retry-After: 20"}, limit: 10 * time.Second, says: "time limit set in `timeouts`"},
		"500":                 {answer: answer{status: 500}, says: "`max_retries`"},
		"not sent":            {of: "no webhook", says: "Nothing was sent"},
		"no connection":       {answer: answer{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, says: "the network between here and the service"},
		"too slow":            {answer: answer{hangs: true}, says: "raise the provider's `request_timeout`."},
		"out of time":         {answer: answer{hangs: true}, limit: 10 * time.Second, says: "The time limit set in `timeouts` was exceeded"},
		"interrupted":         {answer: answer{hangs: true}, limit: -5 * time.Second, says: "The run was interrupted"},
		"cut":                 {answer: answer{status: 200, body: `{"items":[`}, says: "what is between this machine and the service"},
		"no list":             {answer: answer{status: 200}, says: address},
		"no has_more":         {answer: answer{status: 200, body: `{"items":[]}`}, says: "about this answer"},
		"too large":           {answer: answer{status: 200, body: strings.Repeat(" ", 9<<20)}, says: "about this answer"},
		"a defective page":    {answer: answer{status: 200, body: `{"items":[{}],"has_more":false}`}, says: "about this list"},
	}, func(t *testing.T, tt row) {
		client, err := paymentapi.New(paymentapi.Options{
			BaseURL: "https://api.example.com", Secret: "top-secret", AppToken: "a.t0ken", RequestTimeout: time.Minute, Transport: tt.answer,
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		switch {
		case tt.limit > 0:
			ctx, cancel = context.WithTimeout(ctx, tt.limit)
			defer cancel()
		case tt.limit < 0:
			time.AfterFunc(-tt.limit, cancel)
		}
		var diags diag.Diagnostics
		diagnostics.AddCallError(&diags, "", calls[cmp.Or(tt.of, "charges")](ctx, client))
		if said := diags[0].Detail(); !strings.Contains(said, tt.says) {
			t.Errorf("%q is not in: %s", tt.says, said)
		}
	})
}
