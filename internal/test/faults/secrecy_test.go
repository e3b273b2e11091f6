// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// echo answers everything with all secrets in it.
type echo struct {
	status int
	answer func(w http.ResponseWriter, status int, spilled string)
	encode func(string) string
}

func (e *echo) serve(w http.ResponseWriter, r *http.Request) {
	sent, _ := io.ReadAll(r.Body) // what did not arrive can't be repeated
	e.answer(w, e.status, spilled(e.encode)+e.encode(r.Header.Get("Authorization"))+e.encode(r.URL.RawQuery)+string(sent))
}

// raw answers with bytes of its own.
func raw(format string) func(http.ResponseWriter, int, string) {
	return func(w http.ResponseWriter, status int, spilled string) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		oneLine := strings.NewReplacer("\r", "", "\n", "").Replace(spilled)
		_, _ = fmt.Fprintf(conn, format, status, oneLine) // the client may have gone
		_ = conn.Close()
	}
}

// body answers with a body made of the secrets.
func body(contentType string, build func(string) any) func(http.ResponseWriter, int, string) {
	return func(w http.ResponseWriter, status int, spilled string) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		content := build(spilled)
		if text, ok := content.(string); ok {
			_, _ = io.WriteString(w, text)
			return
		}
		_ = json.NewEncoder(w).Encode(content)
	}
}

// echoes are the formats of an echo.
var echoes = map[string]func(http.ResponseWriter, int, string){
	"error objects": body("application/json", func(s string) any {
		return map[string]any{"code": s, "errors": []any{map[string]any{"field": s, "reason": "bad " + s}}}
	}),
	"error texts":   body("application/json", func(s string) any { return map[string]any{"errors": []any{s, "x" + s}} }),
	"error by name": body("application/json", func(s string) any { return map[string]any{"errors": map[string]any{s: []any{s}}} }),
	"a field each": body("application/json", func(s string) any {
		var list []any
		for part := range strings.SplitSeq(s, "; ") {
			list = append(list, map[string]any{"field": part, "reason": part})
		}
		return map[string]any{"code": "X", "errors": list[:min(len(list), 20)]}
	}),
	"HTML":        body("text/html", func(s string) any { return "<html><pre>" + s + "</pre></html>" }),
	"text":        body("text/plain", func(s string) any { return s }),
	"a JSON text": body("application/json", func(s string) any { return []any{s}[0] }),
	"a JSON list": body("application/json", func(s string) any { return []any{s} }),
	"names":       body("application/json", func(s string) any { return map[string]any{s: s} }),
	"wrong types": body("application/json", func(s string) any { return map[string]any{"id": []any{s}, "url": map[string]any{s: s}, "items": s} }),
	"a charge's id": body("application/json", func(s string) any {
		return map[string]any{"has_more": false, "items": []any{map[string]any{"id": s, "fee_amount": s}}}
	}),
	"a list of webhooks": body("application/json", func(s string) any {
		return map[string]any{"has_more": false, "items": []any{map[string]any{"id": "x", "url": s, "triggers": []any{s}, "created_on": s, "auth_token": s}}}
	}),
	"a cycle of ids": body("application/json", func(s string) any {
		return map[string]any{"has_more": true, "items": []any{map[string]any{"id": s}}}
	}),
	"a webhook": body("application/json", func(s string) any {
		return map[string]any{"id": s, "store_id": s, "platform_id": s, "merchant_id": s, "url": s, "triggers": []any{s}, "created_on": s, "updated_on": s, "auth_token": s}
	}),
	"headers": func(w http.ResponseWriter, status int, s string) {
		line := strings.Map(func(r rune) rune {
			if r < ' ' {
				return -1
			}
			return r
		}, s)
		for _, name := range []string{"Location", "Retry-After", "Www-Authenticate", "X-Echo", "Set-Cookie"} {
			w.Header().Set(name, line)
		}
		w.Header().Set("Content-Type", "text/"+secrets["security code"]+"; x="+line)
		w.WriteHeader(status)
	},
	"reason phrase":    raw("HTTP/1.1 %d %s\r\nContent-Length: 0\r\n\r\n"),
	"status line":      raw("HTTP/1.1 %[2]s %[1]d\r\n\r\n"),
	"protocol":         raw("%[2]s/1.1 %[1]d X\r\n\r\n"),
	"header line":      raw("HTTP/1.1 %d X\r\n%s\r\n\r\n"),
	"content length":   raw("HTTP/1.1 %d X\r\nContent-Length: %s\r\n\r\n"),
	"transfer coding":  raw("HTTP/1.1 %d X\r\nTransfer-Encoding: %s\r\n\r\n"),
	"chunk length":     raw("HTTP/1.1 %d X\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n"),
	"content encoding": raw("HTTP/1.1 %d X\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\n%s"),
}

// deed is something done with secrets, and what it may rightly keep of them.
type deed struct {
	success int
	do      func(context.Context, *acctest.Protocol) (kept acctest.Values, diags acctest.Diagnostics)
	owns    []string // attributes that are the configuration's own
}

func card() acctest.Values {
	return acctest.Values{
		"card_number": secrets["spaced card"], "cvv": secrets["security code"], "cardholder": secrets["card holder"],
		"exp_month": "07", "exp_year": "2031", "zip": secrets["card zip"],
		"phone_number": acctest.Values{"country_code": "81", "local_number": secrets["card phone"]},
	}
}

func konbini() acctest.Values {
	return acctest.Values{
		"customer_name": secrets["konbini name"], "convenience_store": "lawson",
		"phone_number": acctest.Values{"country_code": "81", "local_number": secrets["konbini phone"]},
	}
}

var cardFilter = acctest.Values{"name": secrets["filter name"], "last_four": secrets["filter digits"], "exp_month": 7, "exp_year": 2031}

// customerFilters are all filters that say something of a customer.
func customerFilters() acctest.Values {
	return acctest.Values{
		"card": cardFilter, "phone": secrets["filter phone"],
		"metadata": "reference:" + secrets["filter order"], "extra_filters": acctest.Values{"email": secrets["filter e-mail"]},
	}
}

var deeds = map[string]deed{
	"adopt with a token": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Apply(ctx, webhookConfig(acctest.Values{"auth_token": secrets["webhook token"]}))
		return r.State(), diags
	}, []string{"auth_token"}},
	"adopt with a write-only token": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Apply(ctx, webhookConfig(acctest.Values{"auth_token_wo": secrets["webhook token"], "auth_token_wo_version": 1}))
		return r.State(), diags
	}, nil},
	"charges": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_charges", customerFilters())
	}, []string{"card", "extra_filters", "metadata", "phone", "charges"}},
	"ephemeral charges": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		return p.Open(ctx, "paymentservice_charges", customerFilters())
	}, []string{"card", "extra_filters", "metadata", "phone", "charges"}},
	"charge summary": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		config := customerFilters()
		config["group_by"] = []string{"day", "mode", "status", "store_id", "charged_currency"}
		return p.Read(ctx, "paymentservice_charge_summary", config)
	}, []string{"card", "extra_filters", "metadata", "phone"}},
	"webhooks": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_webhooks", storeConfig)
	}, nil},
	"query of webhooks": {http.StatusOK, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		found, diags := p.List(ctx, "paymentservice_webhook", storeConfig, acctest.Listing{Limit: 100, IncludeResource: true})
		return acctest.Values{"found": found}, diags
	}, nil},
	"token of a card": {http.StatusCreated, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		_, diags := p.Open(ctx, "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": "a@example.com", "create": true, "card": card()})
		return nil, diags // no CLI keeps it
	}, nil},
	"token at a convenience store": {http.StatusCreated, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		_, diags := p.Open(ctx, "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": secrets["email address"], "create": true, "konbini": konbini()})
		return nil, diags
	}, nil},
	"token of paidy": {http.StatusCreated, func(ctx context.Context, p *acctest.Protocol) (acctest.Values, acctest.Diagnostics) {
		_, diags := p.Open(ctx, "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": "a@example.com", "create": true, "paidy": acctest.Values{"paidy_token": secrets["consumer"]}})
		return nil, diags
	}, nil},
}

// ownSecrets are those that a deed sends, and card numbers as people write
// them, which nobody has to know to recognize.
var ownSecrets = map[string][]string{
	"adopt with a token":            {"secret", "app token", "webhook token", "card form"},
	"adopt with a write-only token": {"secret", "app token", "webhook token", "card form"},
	"webhooks":                      {"secret", "app token", "card form"},
	"query of webhooks":             {"secret", "app token", "card form"},
	"charges":                       {"secret", "app token", "filter", "card form"},
	"ephemeral charges":             {"secret", "app token", "filter", "card form"},
	"charge summary":                {"secret", "app token", "filter", "card form"},
	"token of a card":               {"secret", "app token", "card", "spaced card", "security code"},
	"token at a convenience store":  {"secret", "app token", "konbini", "email", "card form"},
	"token of paidy":                {"secret", "app token", "consumer", "card form"},
}

// strangers are the secrets that a deed does not know.
func strangers(doing string) []string {
	var list []string
	for name := range secrets {
		if !isExcepted(name, ownSecrets[doing]) {
			list = append(list, name)
		}
	}
	return list
}

// TestSecrecy does everything with secrets while the service repeats them all,
// and searches all that comes out.
func TestSecrecy(t *testing.T) {
	t.Parallel()

	for doing, deed := range deeds {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			var now atomic.Pointer[echo]
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { now.Load().serve(w, r) }))
			defer server.Close()
			p := acctest.NewProtocol(t)
			config := acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"], "max_retries": 0}
			if diags := p.Configure(t.Context(), config); len(diags) > 0 {
				t.Fatal(diags)
			}
			var cases sample.Cases
			for _, format := range sample.Keys(echoes) {
				for _, status := range []int{deed.success, 204, 302, 400, 404, 429, 500} {
					for _, how := range writtenHow(format, status) {
						if cases.Left() {
							continue
						}
						now.Store(&echo{status, echoes[format], encodings[how]})
						deed.expectSecrecy(t, doing, p, strings.Join([]string{doing, format, strconv.Itoa(status), how}, ", "))
					}
				}
			}
		})
	}
}

// writtenHow returns the encodings to try: all of them once, if the service's own
// words are shown. Neither the status nor the form of the errors has anything to
// do with them.
func writtenHow(format string, status int) []string {
	switch {
	case status != http.StatusBadRequest:
		return []string{"plain"}
	case format == "a field each":
		return slices.Sorted(maps.Keys(encodings))
	default:
		return []string{"plain", "ASCII JSON"}
	}
}

func (d deed) expectSecrecy(t *testing.T, doing string, p *acctest.Protocol, where string) {
	t.Helper()
	var logged bytes.Buffer
	ctx := tfsdklogtest.RootLogger(tflogtest.RootLogger(t.Context(), &logged), &logged)
	kept, diags := d.do(ctx, p)
	foreign := strangers(doing)
	expectNoSecret(t, where+": a message", diags.String(), foreign...)
	expectNoSecret(t, where+": the log", logged.String()) // nothing of an answer is logged, known or not
	for _, name := range d.owns {
		delete(kept, name)
	}
	expectNoSecret(t, where+": the state", fmt.Sprint(kept), foreign...)
	if logged.Len() == 0 {
		t.Errorf("%s: nothing was logged, so nothing was searched", where)
	}
}

// TestSecrecy_configuration: what is wrong with a secret is said without it.
func TestSecrecy_configuration(t *testing.T) {
	t.Parallel()

	for name, config := range map[string]acctest.Values{
		"secret with a blank":    {"base_url": "https://api.example.com", "secret": secrets["webhook token"], "app_token": "x"},
		"token with a break":     {"base_url": "https://api.example.com", "secret": "x", "app_token": secrets["app token"] + "\n"},
		"user info in the URL":   {"base_url": "https://user:" + secrets["security code"] + "@api.example.com", "secret": "x", "app_token": "y"},
		"query in the URL":       {"base_url": "https://api.example.com?key=" + secrets["consumer"], "secret": "x", "app_token": "y"},
		"an URL that is no URL":  {"base_url": "https://" + secrets["consumer"] + "%zz", "secret": "x", "app_token": "y"},
		"an URL with a bad port": {"base_url": "https://u:" + secrets["security code"] + "@h:" + secrets["security code"] + "x", "secret": "x", "app_token": "y"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := acctest.NewProtocol(t).Configure(t.Context(), config)
			if diags.Errors() == "" {
				t.Error("no error")
			}
			expectNoSecret(t, "a message", diags.String())
			for _, d := range diags {
				if d.Attribute == nil || len(d.Attribute.Steps()) > 0 {
					t.Errorf("the path %v leads a CLI to the source line of a secret", d.Attribute)
				}
			}
		})
	}
}

// TestSecrecy_credentials: whoever is refused learns which arguments to look
// at, and no more.
func TestSecrecy_credentials(t *testing.T) {
	t.Parallel()

	_, server := acctest.Start(t, fakeservice.WithCredentials("other", "credentials"))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"]}); len(diags) > 0 {
		t.Fatal(diags)
	}
	for doing, deed := range deeds {
		_, diags := deed.do(t.Context(), p)
		if said := diags.Errors(); !strings.Contains(said, "status 401") || !strings.Contains(said, "`secret` and `app_token`") {
			t.Errorf("%s: said %q", doing, said)
		}
		expectNoSecret(t, doing, diags.String())
	}
}
