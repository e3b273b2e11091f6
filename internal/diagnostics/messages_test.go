// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	body := cmp.Or(a.body, `{"code":"NO"}`)
	return &http.Response{
		StatusCode: a.status,
		Header:     header,
		Body:       io.NopCloser(strings.NewReader(body)),
	}, nil
}

// The calls of the tests.
func readWebhook(ctx context.Context, client *paymentapi.Client) error {
	_, err := client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "1", WebhookID: "2"})
	return err
}

func readNoWebhook(ctx context.Context, client *paymentapi.Client) error {
	_, err := client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "..", WebhookID: "2"})
	return err
}

func listCharges(ctx context.Context, client *paymentapi.Client) error {
	_, err := client.ListCharges(ctx, paymentapi.ChargeQuery{PageSize: 10})
	return err
}

// listLaterPage fails as a list does whose first page was read.
func listLaterPage(ctx context.Context, client *paymentapi.Client) error {
	return &paymentapi.PageError{Page: 2, Err: listCharges(ctx, client)}
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

// expectTexts fails the test unless a message has all texts of one list, and none of the other.
func expectTexts(t *testing.T, said string, want, wantNot []string) {
	t.Helper()
	for _, text := range want {
		if !strings.Contains(said, text) {
			t.Errorf("%q is not in: %s", text, said)
		}
	}
	for _, text := range wantNot {
		if strings.Contains(said, text) {
			t.Errorf("%q is in: %s", text, said)
		}
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
			diagnostics.AddCallError(&diags, "", listCharges(t.Context(), client))
			expectTexts(t, diags[0].Detail(), tt.says, tt.saysNot)
		})
	}
}

// Every kind of failed call says what to do.
func TestAddCallError(t *testing.T) {
	t.Parallel()
	const html = "Content-Type: text/html"
	type row struct {
		call        func(context.Context, *paymentapi.Client) error // listCharges if nil
		answer      answer
		timeout     time.Duration // of the call; 0 for none
		interrupted time.Duration // when the call is; 0 for never
		says        []string
		saysNot     []string
	}
	bubble.Each(t, map[string]row{
		"204": {
			answer: answer{status: 204},
			says:   []string{"`base_url` is the address of the API itself"},
		},
		"302": {
			answer: answer{status: 302},
			says:   []string{"the address that answers directly"},
		},
		"400": {
			answer:  answer{status: 400},
			says:    []string{"Correct what the service objects to"},
			saysNot: []string{"`base_url`"},
		},
		"400 of a gateway": {
			answer: answer{status: 400, body: `{"message":"bad request"}`},
			says:   []string{"in front of the service", "`base_url`"},
		},
		"401": {
			answer: answer{status: 401},
			says:   []string{"issued together"},
		},
		"401, cards disabled": {
			answer: answer{status: 401, body: `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`},
			says:   []string{"credentials themselves were accepted"},
		},
		"401 of a proxy": {
			answer: answer{status: 401, header: html, body: "<html>"},
			says:   []string{"in front of the service"},
		},
		"403": {
			answer:  answer{status: 403},
			says:    []string{"what the provider's `secret` and `app_token` are permitted to do"},
			saysNot: []string{"`max_requests_per_minute`"},
		},
		"403 with ids": {
			call:   readWebhook,
			answer: answer{status: 403},
			says:   []string{"belong to the merchant and store in the path"},
		},
		"403 of a firewall": {
			call:   readWebhook,
			answer: answer{status: 403, header: html, body: "<html>"},
			says:   []string{"in front of the service", "`max_concurrent_requests`"},
		},
		"403 of a gateway": {
			call:   readWebhook,
			answer: answer{status: 403, body: `{"message":"Forbidden"}`},
			says:   []string{"in front of the service"},
		},
		"403 of a quota": {
			answer: answer{status: 403, header: "Retry-After: 20"},
			says:   []string{"set `max_requests_per_minute` in the provider", "permitted to do"},
		},
		"403 of a gateway's quota": {
			answer: answer{status: 403, header: "Retry-After: soon", body: `{"message":"x"}`},
			says:   []string{"set `max_requests_per_minute` in the provider", "in front of the service"},
		},
		"404": {
			answer: answer{status: 404},
			says:   []string{"`base_url` is the address of the API itself"},
		},
		"404 with ids": {
			call:   readWebhook,
			answer: answer{status: 404, body: `{"code":"NOT_FOUND"}`},
			says:   []string{"Check the ids in the path"},
		},
		"404 of a gateway": {
			call:   readWebhook,
			answer: answer{status: 404, body: `{"message":"no Route matched"}`},
			says:   []string{"in front of the service"},
		},
		"405": {
			answer: answer{status: 405},
			says:   []string{"does not support this request"},
		},
		"409": {
			answer: answer{status: 409},
			says:   []string{"already uses the requested value"},
		},
		"409 of a limit": {
			answer:  answer{status: 409, body: `{"code":"WEBHOOK_LIMIT_REACHED"}`},
			says:    []string{"A limit of the service has been reached"},
			saysNot: []string{"already uses"},
		},
		"413 of a proxy": {
			answer: answer{status: 413, header: html, body: "<html>"},
			says:   []string{"in front of the service"},
		},
		"429": {
			answer: answer{status: 429},
			says:   []string{"`max_requests_per_minute`"},
		},
		"429, no time for it": {
			answer:  answer{status: 429, header: "Retry-After: 20"},
			timeout: 10 * time.Second,
			says:    []string{"time limit set in `timeouts`"},
		},
		"500": {
			answer: answer{status: 500},
			says:   []string{"`max_retries`"},
		},
		"not sent": {
			call: readNoWebhook,
			says: []string{"Nothing was sent"},
		},
		"no connection": {
			answer: answer{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}},
			says:   []string{"`base_url`, the network between here and the service"},
		},
		"too slow": {
			answer: answer{hangs: true},
			says:   []string{"raise the provider's `request_timeout`."},
		},
		"out of time": {
			answer:  answer{hangs: true},
			timeout: 10 * time.Second,
			says:    []string{"The time limit set in `timeouts` was exceeded"},
		},
		"interrupted": {
			answer:      answer{hangs: true},
			interrupted: 5 * time.Second,
			says:        []string{"The run was interrupted"},
		},
		"cut": {
			answer: answer{status: 200, body: `{"items":[`},
			says:   []string{"what is between this machine and the service"},
		},
		"no list": {
			answer: answer{status: 200},
			says:   []string{"`base_url` is the address of the API itself"},
		},
		"no has_more": {
			answer: answer{status: 200, body: `{"items":[]}`},
			says:   []string{"about this answer"},
		},
		"too large": {
			answer: answer{status: 200, body: strings.Repeat(" ", 9<<20)},
			says:   []string{"about this answer"},
		},
		"an unusable item": {
			answer: answer{status: 200, body: `{"items":[{}],"has_more":false}`},
			says:   []string{"about this list"},
		},

		"a later page, no list": {
			call:    listLaterPage,
			answer:  answer{status: 200},
			says:    []string{"Earlier pages of this list came from the same address"},
			saysNot: []string{"`base_url`"},
		},
		"a later page, 302": {
			call:    listLaterPage,
			answer:  answer{status: 302},
			says:    []string{"Earlier pages of this list came from the same address", "Try again."},
			saysNot: []string{"`base_url`"},
		},
		"a later page, 400 of a gateway": {
			call:    listLaterPage,
			answer:  answer{status: 400, body: `{"message":"bad request"}`},
			says:    []string{"in front of the service", "Earlier pages of this list came from the same address"},
			saysNot: []string{"`base_url`"},
		},
		"a later page, 401": {
			call:    listLaterPage,
			answer:  answer{status: 401},
			says:    []string{"Earlier pages of this list came with the same credentials"},
			saysNot: []string{"`base_url`"},
		},
		"a later page, 404": {
			call:    listLaterPage,
			answer:  answer{status: 404},
			says:    []string{"may no longer have the item after which the page begins"},
			saysNot: []string{"`base_url`", "the ids in the path"},
		},
		"a later page, 405": {
			call:    listLaterPage,
			answer:  answer{status: 405},
			says:    []string{"Earlier pages of this list came from the same address"},
			saysNot: []string{"`base_url`"},
		},
		"a later page, no connection": {
			call:    listLaterPage,
			answer:  answer{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}},
			says:    []string{"Check the network between here and the service"},
			saysNot: []string{"`base_url`"},
		},
		"a later page, 500": {
			call:   listLaterPage,
			answer: answer{status: 500},
			says:   []string{"`max_retries`"},
		},
	}, func(t *testing.T, tt row) {
		client, err := paymentapi.New(paymentapi.Options{
			BaseURL:        "https://api.example.com",
			Secret:         "top-secret",
			AppToken:       "a.t0ken",
			RequestTimeout: time.Minute,
			Transport:      tt.answer,
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if tt.timeout > 0 {
			ctx, cancel = context.WithTimeout(ctx, tt.timeout)
			defer cancel()
		}
		if tt.interrupted > 0 {
			time.AfterFunc(tt.interrupted, cancel)
		}
		call := tt.call
		if call == nil {
			call = listCharges
		}
		var diags diag.Diagnostics
		diagnostics.AddCallError(&diags, "", call(ctx, client))
		expectTexts(t, diags[0].Detail(), tt.says, tt.saysNot)
	})
}

// TestExplainOption: a value that the client does not take is told with the argument that it belongs to.
func TestExplainOption(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"no PEM": {
			err: paymentapi.ErrNotPEM,
			want: "is not PEM text, which has a line with -----BEGIN; " +
				"pass the text of the file, such as `file(\"name.pem\")`, not its path",
		},
		"a key": {
			err: paymentapi.ErrContainsKey,
			want: "contains a private key, and must contain certificates only; " +
				"a client's key belongs in `client_key`",
		},
		"user information": {
			err:  fmt.Errorf("the base URL %w", paymentapi.ErrUserInfo),
			want: "the base URL must not contain a user name or password; pass credentials in `secret` and `app_token`",
		},
		"something else": {
			err:  errors.New("must have a host"),
			want: "must have a host",
		},
	} {
		if got := diagnostics.ExplainOption(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
