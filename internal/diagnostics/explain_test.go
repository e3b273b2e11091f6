// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestExplain_status: the advice fits the status, and the service's own code
// comes before it.
func TestExplain_status(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		status int
		code   string
		says   string
		not    string
	}{
		"401":                 {401, "", "Check the provider's `secret` and `app_token`", "code"},
		"401 with a code":     {401, "EXPIRED", "The service's code EXPIRED says why it refused.", "PCI"},
		"401, cards disabled": {401, "DIRECT_CARD_TOKEN_CREATION_DISABLED", "PCI DSS", "Check the provider's `secret`"},
		"403, cards disabled": {403, "DIRECT_CARD_TOKEN_CREATION_DISABLED", "PCI DSS", "Check that the provider's `secret`"},
		"400":                 {400, "", "Correct what the service objects to", ""},
		"408":                 {408, "", "stopped waiting", "Correct what"},
		"425":                 {425, "", "too early", "Correct what"},
		"429":                 {429, "", "`max_requests_per_minute`", "max_retries"},
		"499":                 {499, "", "stopped waiting", "Correct what"},
		"403 without ids":     {403, "", "Check what the provider's `secret` and `app_token` are permitted to do.", "path"},
		"500":                 {500, "", "The service itself failed", ""},
		"501":                 {501, "", "does not support this request", "max_retries"},
		"505":                 {505, "", "The service itself failed", "max_retries"},
		"503":                 {503, "", "`max_retries`", ""},
		"204":                 {204, "", "does not normally return that status", ""},
		"302":                 {302, "", "Redirects are never followed", ""},
		"304":                 {304, "", "a proxy or a cache", "Redirects"},
		"404 without ids":     {404, "", "the address of the API itself", "ids in the path"},
		"405":                 {405, "", "`base_url`", "Correct what"},
		"407":                 {407, "", "HTTPS_PROXY", "Correct what"},
		"426":                 {426, "", "`base_url`", "Correct what"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := diagnostics.Explain(&paymentapi.APIError{
				Request: paymentapi.Request{Method: "GET", Path: "/charges", Attempts: 1}, StatusCode: tc.status, Code: tc.code, JSON: true,
			})
			if !strings.Contains(said, tc.says) || tc.not != "" && strings.Contains(strings.TrimPrefix(said, "The payment service answered GET /charges with status"), tc.not) {
				t.Errorf("said %q, want %q in it and not %q", said, tc.says, tc.not)
			}
		})
	}
}

// TestExplain_longWait: a service that asks for a longer wait than the provider
// makes is not to be asked again before.
func TestExplain_longWait(t *testing.T) {
	t.Parallel()

	for _, status := range []int{429, 503} {
		for asked, later := range map[time.Duration]bool{time.Minute: false, time.Hour: true} {
			said := diagnostics.Explain(&paymentapi.APIError{
				Request: paymentapi.Request{Method: "GET", Path: "/charges", Attempts: 2, Asked: asked}, StatusCode: status, JSON: true,
			})
			if got := strings.Contains(said, "Try again after the time that the service asked for."); got != later || later && strings.Contains(said, "`max_re") {
				t.Errorf("said %q", said)
			}
		}
	}
}

// serving is a service that always answers the same.
type serving struct {
	status int
	header http.Header
}

func (s serving) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.status, Header: s.header, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// TestExplain_noTimeLeft: a call that may not wait for as long as the service
// asks says for how long that is, and what cut it short.
func TestExplain_noTimeLeft(t *testing.T) {
	t.Parallel()

	for _, status := range []int{429, 500, 503} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			client, err := paymentapi.New(paymentapi.Options{
				BaseURL: "https://api.example.com", Secret: "secret", AppToken: "token", MaxRetries: 4,
				Transport: serving{status, http.Header{"Retry-After": {"20"}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err = client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "1", WebhookID: "2"})
			said := diagnostics.Explain(err)
			for _, text := range []string{"asked the provider to wait for 20s, and less than that was left", "The time limit in `timeouts` left no time"} {
				if !strings.Contains(said, text) {
					t.Errorf("%q is not in %q", text, said)
				}
			}
		})
	}
}

// TestExplain_idsInThePath: the ids are checked only if there are some.
func TestExplain_idsInThePath(t *testing.T) {
	t.Parallel()

	said := diagnostics.Explain(&paymentapi.APIError{
		Request: paymentapi.Request{Method: "GET", Path: "/stores/11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d/charges", Attempts: 1}, StatusCode: 404, JSON: true,
	})
	if !strings.Contains(said, "Check the ids in the path") {
		t.Errorf("said %q", said)
	}
}

// TestExplain_faults: the advice names what to change.
func TestExplain_faults(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		err  error
		says string
		not  string
	}{
		"timeout":     {&paymentapi.TransportError{Fault: paymentapi.FaultTimeout, Limit: time.Minute}, "raise the provider's `request_timeout`, which is 1m", "1m0s"},
		"unusable":    {&paymentapi.TransportError{Fault: paymentapi.FaultUnusable}, "Check the host, the port and the scheme in the provider's `base_url`", "Try again"},
		"interrupted": {interruptedBy(context.WithCancel), "The run was interrupted.", "timeouts"},
		"too late":    {interruptedBy(func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, -1) }), "The time limit set in `timeouts` was exceeded.", "interrupted."},
		"an echo":     {&paymentapi.ResponseError{StatusCode: 201, Problem: "its body repeats the credentials that were sent", Defect: paymentapi.DefectSecret}, "Tell the operator", "`base_url` is the address"},
		"no JSON":     {&paymentapi.ResponseError{StatusCode: 200, Problem: "its body is not JSON"}, "`base_url` is the address", "operator"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, advice, _ := strings.Cut(diagnostics.Explain(tc.err), "\n\n")
			if !strings.Contains(advice, tc.says) || strings.Contains(advice, tc.not) {
				t.Errorf("advises %q, want %q in it and not %q", advice, tc.says, tc.not)
			}
		})
	}
}

// interruptedBy returns the error of a call whose context ended.
func interruptedBy(end func(context.Context) (context.Context, context.CancelFunc)) error {
	ctx, cancel := end(context.Background())
	cancel()
	client, err := paymentapi.New(paymentapi.Options{BaseURL: "https://api.example.com", Secret: "secret", AppToken: "token"})
	if err != nil {
		return err
	}
	_, err = client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "1", WebhookID: "2"})
	return err
}

// Advice that the caller gives too is given once.
func TestAddCallError_saysItOnce(t *testing.T) {
	t.Parallel()
	const advice = "the provider's `base_url` is the address of the API itself, including its path"
	missing := &paymentapi.APIError{Request: paymentapi.Request{Method: "GET", Path: "/charges", Attempts: 1}, StatusCode: 404}
	for _, more := range []string{"", "Check that " + advice + ".", "Something else."} {
		var diags diag.Diagnostics
		diagnostics.AddCallError(&diags, "Unable to Read", missing, more)
		if said := diags[0].Detail(); strings.Count(said, advice) != 1 || !strings.Contains(said, "status 404") || !strings.Contains(said, more) {
			t.Errorf("said %q", said)
		}
	}
}
