// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// reply is what a service does with a request of a call. The last one is repeated.
type reply struct {
	status int
	header string // such as "Retry-After: 20"
	body   string
	err    error
	hangs  bool
}

// replies is a transport that gives these replies in order.
type replies struct {
	list []reply
	sent int
}

// RoundTrip implements http.RoundTripper.
func (r *replies) RoundTrip(req *http.Request) (*http.Response, error) {
	next := r.list[min(r.sent, len(r.list)-1)]
	r.sent++
	if trace := httptrace.ContextClientTrace(req.Context()); next.hangs || errors.Is(next.err, io.ErrUnexpectedEOF) {
		trace.GotConn(httptrace.GotConnInfo{})
	}
	if next.hangs {
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	if next.err != nil {
		return nil, next.err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if name, value, ok := strings.Cut(next.header, ": "); ok {
		header.Set(name, value)
	}
	if next.body == "" {
		next.body = "{}"
	}
	return &http.Response{StatusCode: next.status, Header: header, Body: io.NopCloser(strings.NewReader(next.body))}, nil
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

// failure is a failed call and a part of what users are told.
type failure struct {
	of      string // "charges" unless given
	replies []reply
	limit   time.Duration // the call's timeout, or if negative, the time until it is canceled
	says    string
}

// failing are all kinds of failure, besides a mere status.
var failing = map[string]failure{
	"not sent":                {of: "no webhook", says: "Nothing was sent"},
	"401 with a code":         {replies: []reply{{status: 401, body: `{"code":"EXPIRED"}`}}, says: "issued together"},
	"401, cards disabled":     {replies: []reply{{status: 401, body: `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`}}, says: "credentials themselves were accepted"},
	"403 of a firewall":       {of: "a webhook", replies: []reply{{status: 403, header: "Content-Type: text/html", body: "<html>"}}, says: "in front of the service"},
	"413 of a proxy":          {replies: []reply{{status: 413, header: "Content-Type: text/html", body: "<html>"}}, says: "in front of the service"},
	"401 of a proxy":          {replies: []reply{{status: 401, header: "Content-Type: text/html", body: "<html>"}}, says: "in front of the service"},
	"403 with ids":            {of: "a webhook", replies: []reply{{status: 403}}, says: "belong to the merchant and store in the path"},
	"404 with ids":            {of: "a webhook", replies: []reply{{status: 404, body: `{"code":"NOT_FOUND"}`}}, says: "Check the ids in the path"},
	"404 of a gateway":        {of: "a webhook", replies: []reply{{status: 404, body: `{"message":"no Route matched"}`}}, says: "in front of the service"},
	"404 of a proxy":          {replies: []reply{{status: 404, header: "Content-Type: text/html", body: "<html>"}}, says: "in front of the service"},
	"no time for a 429":       {replies: []reply{{status: 429, header: "Retry-After: 20"}}, limit: 10 * time.Second, says: "time limit set in `timeouts`"},
	"no time for a 503":       {replies: []reply{{status: 503, header: "Retry-After: 20"}}, limit: 10 * time.Second, says: "time limit set in `timeouts`"},
	"several attempts":        {replies: []reply{{status: 429}, {status: 500}, {err: io.ErrUnexpectedEOF}, {status: 503}, {status: 400}}, says: "with status 400 (Bad Request) after 5 attempts"},
	"no connection":           {replies: []reply{{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}}, says: "the network between here and the service"},
	"no such host":            {replies: []reply{{err: &net.DNSError{Name: "api.example.com", IsNotFound: true}}}, says: "the network between here and the service"},
	"too slow":                {replies: []reply{{hangs: true}}, says: "raise the provider's `request_timeout`."},
	"out of time":             {replies: []reply{{hangs: true}}, limit: 10 * time.Second, says: "The time limit set in `timeouts` was exceeded"},
	"cut":                     {replies: []reply{{status: 200, body: `{"items":[`}}, says: "what is between this machine and the service"},
	"no list":                 {replies: []reply{{status: 200}}, says: "`base_url` is the address of the API itself"},
	"no webhook":              {of: "a webhook", replies: []reply{{status: 200}}, says: "`base_url` is the address of the API itself"},
	"not JSON":                {replies: []reply{{status: 200, header: "Content-Type: text/html", body: "<html>"}}, says: "`base_url` is the address of the API itself"},
	"too large":               {replies: []reply{{status: 200, body: strings.Repeat(" ", 9<<20)}}, says: "why this answer is so large"},
	"another encoding":        {replies: []reply{{status: 200, header: "Content-Encoding: br", body: "x"}}, says: "`base_url` is the address of the API itself"},
	"a defective page":        {replies: []reply{{status: 200, body: `{"items":[{"id":"a"}]}`}}, says: "Ask the operator"},
	"then no list":            {replies: []reply{{status: 503}, {status: 200}}, says: "with status 200 (OK) after 2 attempts"},
	"interrupted in a wait":   {replies: []reply{{status: 503, header: "Retry-After: 20"}}, limit: -5 * time.Second, says: "The run was interrupted"},
	"interrupted while asked": {replies: []reply{{hangs: true}}, limit: -5 * time.Second, says: "The run was interrupted"},
}

// statuses are failures of which only the status is known, and a part of what users are told.
var statuses = map[int]string{
	204: "`base_url` is the address of the API itself",
	302: "the address that answers directly",
	400: "Correct what the service objects to",
	401: "issued together",
	403: "what the provider's `secret` and `app_token` are permitted to do",
	404: "`base_url` is the address of the API itself",
	405: "does not support this request",
	407: "proxy requires credentials",
	409: "already uses the requested value",
	429: "`max_requests_per_minute`",
	499: "`max_retries`",
	500: "`max_retries`",
	501: "does not support this request",
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

func TestQuoteList(t *testing.T) {
	t.Parallel()

	for want, names := range map[string][]string{"": nil, "`a`": {"a"}, "`a` and `b`": {"a", "b"}, "`a`, `b` and `c`": {"a", "b", "c"}} {
		if got := diagnostics.QuoteList(names); got != want {
			t.Errorf("%q: %s", names, got)
		}
		if got := diagnostics.QuoteChoice(names); got != strings.Replace(want, "and", "or", 1) {
			t.Errorf("%q: %s", names, got)
		}
	}
}

// TestMessages: every kind of failed call says what to do.
func TestMessages(t *testing.T) {
	t.Parallel()

	for status, says := range statuses {
		failing[strconv.Itoa(status)] = failure{replies: []reply{{status: status}}, says: says}
	}
	for name, tc := range failing {
		if tc.of == "" {
			tc.of = "charges"
		}
		synctest.Test(t, func(t *testing.T) {
			client, err := paymentapi.New(paymentapi.Options{
				BaseURL: "https://api.example.com", Secret: "top-secret", AppToken: "token", RequestTimeout: time.Minute, MaxAttempts: 5,
				Transport: &replies{list: tc.replies},
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			switch {
			case tc.limit > 0:
				ctx, cancel = context.WithTimeout(ctx, tc.limit)
				defer cancel()
			case tc.limit < 0:
				time.AfterFunc(-tc.limit, cancel)
			}
			var diags diag.Diagnostics
			diagnostics.AddCallError(&diags, "", calls[tc.of](ctx, client), "", " ")
			if said := diags[0].Detail(); tc.says == "" || !strings.Contains(said, tc.says) {
				t.Errorf("%s does not say %q:\n%s", name, tc.says, said)
			}
		})
	}
}
