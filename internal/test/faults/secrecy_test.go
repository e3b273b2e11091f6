// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// use is something that is done with secrets.
type use struct {
	// sends are the names of the secrets that it sends, without the credentials.
	sends   []string
	success int
	do      func(context.Context, *acctest.Protocol, secretSet) (kept acctest.Values, diags acctest.Diagnostics)
	// owns are the attributes that may contain a secret: configured ones, and
	// those from a read, which cannot know a write-only token.
	owns []string
}

// names are those of all secrets that it sends.
func (u use) names() []string { return slices.Concat(u.sends, credentialNames) }

var (
	credentialNames = []string{"secret", "app token"}
	filters         = []string{"filter name", "filter phone", "filter digits", "filter e-mail", "filter order"}
	ofFilters       = []string{"card", "extra_filters", "metadata", "phone", "charges"}
	ofCustomers     = func(s secretSet) acctest.Values {
		return acctest.Values{
			"card":  acctest.Values{"name": s["filter name"], "last_four": s["filter digits"], "exp_month": 7, "exp_year": 2031},
			"phone": s["filter phone"], "metadata": s["filter order"], "extra_filters": acctest.Values{"email": s["filter e-mail"]},
		}
	}
)

// adopting adopts the webhook with more arguments.
func adopting(more func(secretSet) acctest.Values) func(context.Context, *acctest.Protocol, secretSet) (acctest.Values, acctest.Diagnostics) {
	return func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Apply(ctx, webhookConfig(more(s)))
		return r.State(), diags
	}
}

// creating creates a transaction token with one group.
func creating(group string, email func(secretSet) string, value func(secretSet) acctest.Values) func(context.Context, *acctest.Protocol, secretSet) (acctest.Values, acctest.Diagnostics) {
	return func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		_, diags := p.Open(ctx, "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": email(s), "create": true, group: value(s)})
		return nil, diags // no CLI keeps it
	}
}

// anyone is the e-mail address if it is not among the secrets of a use.
func anyone(secretSet) string { return "a@example.com" }

// uses are all that is done with secrets. A test compares them with what the provider
// registers.
var uses = map[string]use{
	"adopt with a token": {
		[]string{"webhook token"}, http.StatusOK,
		adopting(func(s secretSet) acctest.Values { return acctest.Values{"auth_token": s["webhook token"]} }), []string{"auth_token"},
	},
	"adopt with a write-only token": {
		[]string{"webhook token"}, http.StatusOK,
		adopting(func(s secretSet) acctest.Values {
			return acctest.Values{"auth_token_wo": s["webhook token"], "auth_token_wo_version": 1}
		}), []string{"platform_id", "created_on", "updated_on", "merchant_id"},
	},
	"update": {
		[]string{"webhook token"}, http.StatusOK,
		func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
			r := p.NewResource("paymentservice_webhook")
			diags := r.Apply(ctx, webhookConfig(nil))
			diags = append(diags, r.Apply(ctx, webhookConfig(acctest.Values{"auth_token": s["webhook token"]}))...)
			return r.State(), append(diags, r.Apply(ctx, webhookConfig(acctest.Values{"auth_token_wo": s["webhook token"], "auth_token_wo_version": 1}))...)
		}, []string{"auth_token", "platform_id", "created_on", "updated_on", "merchant_id"},
	},
	"import": {nil, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Import(ctx, importID)
		return r.State(), diags
	}, nil},
	"resume": {nil, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		return nil, resume(ctx, p)
	}, nil},
	"webhooks": {nil, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_webhooks", storeConfig)
	}, nil},
	"query of webhooks": {nil, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		found, diags := p.List(ctx, "paymentservice_webhook", storeConfig, acctest.Listing{Limit: 100, IncludeResource: true})
		return acctest.Values{"found": found}, diags
	}, nil},
	"charges": {filters, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_charges", ofCustomers(s))
	}, ofFilters},
	"ephemeral charges": {filters, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Open(ctx, "paymentservice_charges", ofCustomers(s))
	}, ofFilters},
	"charge summary": {filters, http.StatusOK, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		config := ofCustomers(s)
		config["store_id"], config["group_by"] = fakeservice.DefaultStoreID, []string{"day", "mode", "status", "charged_currency"}
		return p.Read(ctx, "paymentservice_charge_summary", config)
	}, ofFilters},
	"token of a card": {
		[]string{"card number", "security code", "card holder", "card zip", "card line 1", "card line 2", "card state", "card city", "card phone"}, http.StatusCreated,
		creating("card", anyone, func(s secretSet) acctest.Values {
			return acctest.Values{
				"card_number": s["card number"], "cvv": s["security code"], "cardholder": s["card holder"],
				"exp_month": "07", "exp_year": "2031", "zip": s["card zip"],
				"line1": s["card line 1"], "line2": s["card line 2"], "state": s["card state"], "city": s["card city"],
				"phone_number": acctest.Values{"country_code": "81", "local_number": s["card phone"]},
			}
		}), nil,
	},
	"token at a convenience store": {
		[]string{"konbini name", "konbini phone", "email address"}, http.StatusCreated,
		creating("konbini", func(s secretSet) string { return s["email address"] }, func(s secretSet) acctest.Values {
			return acctest.Values{
				"customer_name": s["konbini name"], "convenience_store": "lawson",
				"phone_number": acctest.Values{"country_code": "81", "local_number": s["konbini phone"]},
			}
		}), nil,
	},
	"token of paidy": {
		[]string{"consumer"}, http.StatusCreated,
		creating("paidy", anyone, func(s secretSet) acctest.Values { return acctest.Values{"paidy_token": s["consumer"]} }), nil,
	},
	"token of a device": {
		[]string{"consumer"}, http.StatusCreated,
		creating("online", anyone, func(s secretSet) acctest.Values {
			return acctest.Values{"brand": "we_chat_online", "call_method": "sdk", "user_identifier": s["consumer"]}
		}), nil,
	},
}

// echo answers everything with a text in it.
type echo struct {
	status int
	format func(w http.ResponseWriter, status int, text string)
	text   string
}

// body is the format of a body in which %[1]s stands for the text.
func body(contentType, template string) func(http.ResponseWriter, int, string) {
	return func(w http.ResponseWriter, status int, text string) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(template, "%[1]s", text)) // the client may have gone
	}
}

// raw is the format of an answer that bypasses the HTTP server.
func raw(format string) func(http.ResponseWriter, int, string) {
	return func(w http.ResponseWriter, status int, text string) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = fmt.Fprintf(conn, format, status, text) // the client may have gone
		_ = conn.Close()
	}
}

// worded is an error answer with the text in every place that a message may quote.
var worded = body("application/json", `{"code":"%[1]s","request_id":"%[1]s","message":"bad %[1]s here","detail":"%[1]s","error_description":"no, '%[1]s'!","reason":"x%[1]s",`+
	`"errors":[{"field":"%[1]s","reason":"not %[1]s"},{"field":"data.%[1]s","reason":"CODE"},{"field":"url","reason":"%[1]s"},"%[1]s","(%[1]s)",{"field":"%[1]s"}]}`)

// factual is an object with the text in all fields that are not settings.
var factual = body("application/json", `{"id":"%[1]s","store_id":"%[1]s","platform_id":"%[1]s","merchant_id":"%[1]s","active":true,"created_on":"%[1]s","updated_on":"%[1]s","auth_token":"%[1]s",`+
	`"has_more":false,"items":[{"id":"%[1]s","store_id":"%[1]s","fee_amount":"%[1]s","created_on":"%[1]s","auth_token":"%[1]s"}]}`)

// formats are the other ways to answer with a text.
var formats = map[string]func(http.ResponseWriter, int, string){
	"errors by name": body("application/json", `{"errors":{"%[1]s":["%[1]s"],"url":"bad %[1]s","a%[1]s":"CODE"}}`),
	"errors as text": body("application/json", `{"errors":"bad %[1]s"}`),
	"HTML":           body("text/html", "<html><pre>%[1]s</pre></html>"),
	"a JSON text":    body("application/json", `"%[1]s"`),
	"a JSON list":    body("application/json", `["%[1]s"]`),
	"a name":         body("application/json", `{"%[1]s":"%[1]s"}`),
	"wrong types":    body("application/json", `{"id":["%[1]s"],"url":{"%[1]s":"%[1]s"},"items":"%[1]s","has_more":"%[1]s"}`),
	"a token":        body("application/json", `{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321","type":"%[1]s","payment_type":"%[1]s","usage_limit":"%[1]s","active":false,"mode":"%[1]s","metadata":{"%[1]s":"%[1]s"}}`),
	"charges": body("application/json", `{"has_more":false,"total_hits":2,"items":[`+
		`{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321","created_on":"%[1]s","store_id":"%[1]s","mode":"%[1]s","requested_amount":1,"requested_currency":"%[1]s","requested_amount_formatted":1e140},`+
		`{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be322","created_on":"%[1]s","requested_amount":1,"requested_currency":"%[1]s","requested_amount_formatted":1e-290}]}`),
	"a cycle of ids": body("application/json", `{"has_more":true,"items":[{"id":"%[1]s"}]}`),
	"headers": func(w http.ResponseWriter, status int, text string) {
		for _, name := range []string{"Location", "Retry-After", "Www-Authenticate", "X-Request-Id", "X-Echo", "Set-Cookie", "Content-Encoding"} {
			w.Header().Set(name, "x "+text)
		}
		w.Header().Set("Content-Type", "text/"+text+"; x="+text)
		w.WriteHeader(status)
	},
	"reason phrase":    raw("HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
	"status line":      raw("HTTP/1.1 x%[2]s %[1]d\r\n\r\n"),
	"protocol":         raw("%[2]s/1.1 %[1]d X\r\n\r\n"),
	"header line":      raw("HTTP/1.1 %d X\r\n%s\r\n\r\n"),
	"content length":   raw("HTTP/1.1 %d X\r\nContent-Length: x%s\r\n\r\n"),
	"transfer coding":  raw("HTTP/1.1 %d X\r\nTransfer-Encoding: %s\r\n\r\n"),
	"chunk length":     raw("HTTP/1.1 %d X\r\nTransfer-Encoding: chunked\r\n\r\nx%s\r\n"),
	"content encoding": raw("HTTP/1.1 %d X\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\nno gzip at all %s"),
}

// sender is one of two providers that differ only in what they send.
type sender struct {
	secrets  secretSet
	needles  map[string]string
	protocol *acctest.Protocol
}

// run does d while the service answers with the secret of that name, and returns what
// was said and logged.
func (s sender) run(t *testing.T, d use, name string, now *atomic.Pointer[echo], e echo, encode func(string) string) (said, logs string) {
	t.Helper()
	e.text = encode(s.secrets[name])
	now.Store(&e)
	var logged bytes.Buffer
	ctx := tfsdklogtest.RootLogger(tflogtest.RootLogger(t.Context(), &logged), &logged)
	kept, diags := d.do(ctx, s.protocol, s.secrets)
	expectNone(t, s.needles, "a message", diags.String())
	for _, attribute := range d.owns {
		delete(kept, attribute)
	}
	for _, never := range append([]string{"webhook token"}, credentialNames...) {
		if strings.Contains(fmt.Sprint(kept), s.secrets[never]) {
			t.Errorf("the state holds the %s: %v", never, kept)
		}
	}
	return diags.String(), attempts(t, &logged)
}

// attempts returns the lines of a log, without what differs from run to run.
func attempts(t *testing.T, logged *bytes.Buffer) string {
	t.Helper()
	lines, err := tflogtest.MultilineJSONDecode(logged)
	if err != nil || len(lines) == 0 {
		t.Errorf("%d lines were logged, so nothing was searched; error %v", len(lines), err)
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		for _, varies := range []string{"@timestamp", "duration_ms", "tf_req_id", "tf_req_duration_ms"} {
			delete(line, varies)
		}
		texts[i] = fmt.Sprint(line)
	}
	slices.Sort(texts) // some are logged at the same time
	return strings.Join(texts, "\n")
}

// TestSecrecy does everything with secrets while the service repeats one of them, and
// the same once more with other secrets. Neither the messages nor the logs show a
// secret, or differ.
func TestSecrecy(t *testing.T) {
	t.Parallel()

	for doing, use := range uses {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			var now atomic.Pointer[echo]
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				e := now.Load()
				e.format(w, e.status, e.text)
			}))
			defer server.Close()
			var senders [2]sender
			for i, s := range []secretSet{secrets, others} {
				p := acctest.NewProtocol(t)
				if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": s["secret"], "app_token": s["app token"], "max_retries": 0}); len(diags) > 0 {
					t.Fatal(diags)
				}
				senders[i] = sender{s, s.needles(), p}
			}
			try := func(name, where string, e echo, how string) {
				said, logs := senders[0].run(t, use, name, &now, e, encodings[how])
				saidToo, logsToo := senders[1].run(t, use, name, &now, e, encodings[how])
				if said != saidToo {
					t.Errorf("%s, %d, %s, %s: the message depends on what was sent:\n%s\n%s", where, e.status, how, name, said, saidToo)
				}
				if logs != logsToo {
					t.Errorf("%s, %d, %s, %s: the log depends on what was sent:\n%s\n%s", where, e.status, how, name, logs, logsToo)
				}
			}
			for _, name := range use.names() {
				for _, how := range slices.Sorted(maps.Keys(encodings)) {
					try(name, "an error", echo{status: http.StatusBadRequest, format: worded}, how)
				}
				try(name, "a success", echo{status: use.success, format: factual}, "verbatim")
				try(name, "a failure", echo{status: http.StatusInternalServerError, format: factual}, "verbatim")
				if name != use.names()[0] && name != "secret" {
					continue // two secrets are enough to try every format
				}
				for _, format := range slices.Sorted(maps.Keys(formats)) {
					for _, status := range []int{use.success, 400} {
						try(name, format, echo{status: status, format: formats[format]}, "verbatim")
					}
				}
			}
		})
	}
}

// TestSecrecy_configuration: no message about an invalid argument shows its secret.
func TestSecrecy_configuration(t *testing.T) {
	t.Parallel()

	for name, config := range map[string]acctest.Values{
		"secret with a blank":  {"base_url": "https://api.example.com", "secret": secrets["webhook token"], "app_token": "x"},
		"token with a break":   {"base_url": "https://api.example.com", "secret": "x", "app_token": secrets["app token"] + "\n"},
		"user info in the URL": {"base_url": "https://user:" + secrets["security code"] + "@api.example.com", "secret": "x", "app_token": "y"},
		"query in the URL":     {"base_url": "https://api.example.com?key=" + secrets["consumer"], "secret": "x", "app_token": "y"},
		"no URL at all":        {"base_url": "https://" + secrets["consumer"] + "%zz", "secret": "x", "app_token": "y"},
		"bad port in the URL":  {"base_url": "https://u:" + secrets["security code"] + "@h:" + secrets["security code"] + "x", "secret": "x", "app_token": "y"},
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
					t.Errorf("the path %v makes a CLI print the source line of a secret", d.Attribute)
				}
			}
		})
	}
}

// TestSecrecy_credentials: a 401 names the arguments to check, and shows no secret.
func TestSecrecy_credentials(t *testing.T) {
	t.Parallel()

	_, server := acctest.Start(t, fakeservice.WithCredentials("other", "credentials"))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"]}); len(diags) > 0 {
		t.Fatal(diags)
	}
	for doing, use := range uses {
		_, diags := use.do(t.Context(), p, secrets)
		if said := diags.Errors(); !strings.Contains(said, "status 401") || !strings.Contains(said, "`secret` and `app_token`") {
			t.Errorf("%s: said %q", doing, said)
		}
		expectNoSecret(t, doing, diags.String())
	}
}
