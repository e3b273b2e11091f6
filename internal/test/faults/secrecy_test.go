// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// encodings are the ways of writing a value in which a call that sent it must not show it,
// each for a text inside JSON.
var encodings = map[string]func(string) string{
	"verbatim":   inJSON,
	"upper case": func(s string) string { return inJSON(strings.ToUpper(s)) },
	"percent":    url.QueryEscape,
	"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
	"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
}

// echo is a service that answers every request with the secret of a name, if the request
// has it, in one of the encodings.
type echo struct {
	status int
	format format
	secret string
	encode func(string) string
}

// ServeHTTP implements http.Handler.
func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	got := r.Header.Get("Authorization") + "\n" + string(raw)
	text := "something else"
	for _, values := range r.URL.Query() {
		got += "\n" + strings.Join(values, "\n")
	}
	if strings.Contains(got, e.secret) || strings.Contains(got, inJSON(e.secret)) {
		text = e.encode(e.secret)
	}
	status := e.status
	if status == http.StatusOK && r.Method == http.MethodPost {
		status = http.StatusCreated
	}
	e.format(w, status, text)
}

// format is a way to answer with a text.
type format func(w http.ResponseWriter, status int, text string)

// body is the format of a body in which %[1]s stands for the text.
func body(contentType, template string) format {
	return func(w http.ResponseWriter, status int, text string) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(template, "%[1]s", text)) // the client may have gone
	}
}

// raw is the format of an answer that bypasses the HTTP server.
func raw(template string) format {
	return func(w http.ResponseWriter, status int, text string) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = fmt.Fprintf(conn, template, status, text) // the client may have gone
		_ = conn.Close()
	}
}

// worded is an error answer with the text in every place that a message may quote.
var worded = body("application/json", `{"code":"%[1]s","request_id":"%[1]s","message":"bad %[1]s here",`+
	`"detail":"%[1]s","error_description":"no, '%[1]s'!","reason":"x%[1]s",`+
	`"errors":[{"field":"%[1]s","reason":"not %[1]s"},{"field":"data.%[1]s","reason":"CODE"},`+
	`{"field":"url","reason":"%[1]s"},"%[1]s","(%[1]s)",{"field":"%[1]s"}]}`)

// echoed is a webhook with the text as its token, or a list with one.
var echoed = body("application/json", `{"id":"`+webhookID+`","active":true,"auth_token":"%[1]s",`+
	`"has_more":false,"items":[{"id":"`+webhookID+`","auth_token":"%[1]s"}]}`)

// formats are the other ways to answer with a text.
var formats = map[string]format{
	"errors by name": body("application/json",
		`{"errors":{"%[1]s":["%[1]s"],"url":"bad %[1]s","a%[1]s":"CODE"}}`),
	"HTML": body("text/html", "<html><pre>%[1]s</pre></html>"),
	"wrong types": body("application/json",
		`{"id":["%[1]s"],"url":{"%[1]s":"%[1]s"},"items":"%[1]s","has_more":"%[1]s"}`),
	"a token": body("application/json",
		`{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321","type":"%[1]s","payment_type":"%[1]s",`+
			`"usage_limit":"%[1]s","active":false,"mode":"%[1]s","metadata":{"%[1]s":"%[1]s"}}`),
	"a cycle of ids": body("application/json", `{"has_more":true,"items":[{"id":"%[1]s"}]}`),
	"headers":        headers,
	"reason phrase":  raw("HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
	"header line":    raw("HTTP/1.1 %d X\r\n%s\r\n\r\n"),
	"chunk length":   raw("HTTP/1.1 %d X\r\nTransfer-Encoding: chunked\r\n\r\nx%s\r\n"),
	"no gzip": raw("HTTP/1.1 %d X\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\n" +
		"no gzip at all %s"),
}

// headers answers with a text in every header that a client may look at.
func headers(w http.ResponseWriter, status int, text string) {
	for _, name := range []string{
		"Location", "Www-Authenticate", "X-Request-Id", "X-Echo", "Set-Cookie", "Content-Encoding",
	} {
		w.Header().Set(name, "x "+text)
	}
	w.Header().Set("Content-Type", "text/"+text+"; x="+text)
	w.Header().Set("Retry-After", text) // a number of seconds, if it has digits only
	w.WriteHeader(status)
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

// repetition is a secret that the service repeats, and how.
type repetition struct {
	name     secret
	encoding string // one of encodings
	status   int
	where    string // in words, for the format
	format   format
}

// repetitions are those that are tried with an operation that sends some secrets. For every encoding and
// every format, the first of them is enough.
func repetitions(names []secret) []repetition {
	var all []repetition
	for _, name := range names {
		all = append(all,
			repetition{name, "verbatim", http.StatusBadRequest, "an error", worded},
			repetition{name, "verbatim", http.StatusBadRequest, "headers", headers},
			repetition{name, "verbatim", http.StatusUnauthorized, "a refusal", worded},
			repetition{name, "verbatim", http.StatusOK, "an echoed token", echoed},
		)
	}
	one := names[0]
	if !slices.Contains(credentials, one) {
		for encoding := range encodings {
			all = append(all, repetition{one, encoding, http.StatusBadRequest, "an error", worded})
		}
	}
	for where, format := range formats {
		all = append(all,
			repetition{one, "verbatim", http.StatusOK, where, format},
			repetition{one, "verbatim", http.StatusBadRequest, where, format},
		)
	}
	return all
}

// TestSecrecy does everything with secrets while the service repeats one of them, and
// the same once more with other secrets. Neither the messages nor the logs differ, so that
// they show nothing of what was sent.
func TestSecrecy(t *testing.T) {
	t.Parallel()
	for doing, o := range operations {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			var now atomic.Pointer[echo]
			answer := func(w http.ResponseWriter, r *http.Request) { now.Load().ServeHTTP(w, r) }
			server := httptest.NewServer(http.HandlerFunc(answer))
			defer server.Close()
			sets := [2]secretSet{secrets, others}
			var providers [2]*acctest.Protocol
			for i, s := range sets {
				providers[i] = acctest.NewProtocol(t)
				config := acctest.Values{
					"base_url":    server.URL,
					"secret":      s["secret"],
					"app_token":   s["app token"],
					"max_retries": 0,
				}
				if diags := providers[i].Configure(t.Context(), config); len(diags) > 0 {
					t.Fatal(diags)
				}
			}

			for _, r := range repetitions(o.names()) {
				var said, logs [2]string
				for i, p := range providers {
					now.Store(&echo{
						status: r.status,
						format: r.format,
						secret: sets[i][r.name],
						encode: encodings[r.encoding],
					})
					var logged bytes.Buffer
					ctx := tfsdklogtest.RootLogger(tflogtest.RootLogger(t.Context(), &logged), &logged)
					diags := o.do(ctx, p, sets[i])
					said[i] = diags.String()
					logs[i] = attempts(t, &logged)
					for _, d := range diags {
						if atSecret(p, o.object, d) { // beside it, a CLI prints the line of the argument
							t.Errorf("%q is at %q", d.Detail, pathOf(d))
						}
					}
				}
				if said[0] != said[1] || logs[0] != logs[1] {
					t.Errorf("%s, %d, %s, %s: messages or logs depend on what was sent:\n%s\n%s",
						r.where, r.status, r.encoding, r.name, said, logs)
				}
			}
		})
	}
}

// ofAnyURL is a webhook that is created, without its URL.
var ofAnyURL = with(inStore, acctest.Values{
	"delete_on_destroy": true,
	"triggers":          []string{"charge_finished"},
})

// TestSecrecy_webhookURL: receivers keep secrets in the path and the query of a webhook's URL. If a
// part of the URL is long enough for one, whether it is in the state or sent, no words of the service
// are shown, however it spells the URL; otherwise, only words that repeat the URL are not shown.
func TestSecrecy_webhookURL(t *testing.T) {
	t.Parallel()
	type row struct {
		inState    string // the URL, after its host
		configured string // then
		says       string // what the service says
		isShown    bool
	}
	// A service repeats a key without its slash, escaped, or cut, which no search finds.
	keys := map[string]string{
		"verbatim":         "/services/T0KEN-0123456789 is unknown",
		"without slashes":  "no channel for T0KEN-0123456789",
		"percent-encoded":  "no channel for %54%30%4b%45%4e-0123456789",
		"only a part":      "T0KEN-01234… has expired",
		"in another order": "9876543210-NEK0T",
	}
	rows := map[string]row{
		"a short URL": {
			inState:    "/a/bc",
			configured: "/hook?a=1",
			says:       "the limit is 5",
			isShown:    true,
		},
		"a short URL, repeated": {
			inState:    "/a/bc",
			configured: "/a/bc",
			says:       "https://hooks.example.com/a/bc is slow",
		},
		"a segment of ten characters": {
			inState:    "/a/0123456789",
			configured: "/a",
			says:       "the limit is 5",
		},
		"a segment of nine": {
			inState:    "/a/012345678",
			configured: "/a",
			says:       "the limit is 5",
			isShown:    true,
		},
		"a long name in the query": {
			inState:    "/a?environment=x",
			configured: "/a",
			says:       "the limit is 5",
			isShown:    true,
		},
		"a long query without a name": {
			inState:    "/a?0123456789",
			configured: "/a",
			says:       "the limit is 5",
		},
		"a long value in the query": {
			inState:    "/a?b=c&key=0123456789",
			configured: "/a",
			says:       "the limit is 5",
		},
	}
	for spelled, says := range keys {
		rows["a key "+spelled] = row{
			inState:    "/services/T0KEN-0123456789",
			configured: "/services/T0KEN-0123456789",
			says:       says,
		}
	}
	for method, change := range map[string]acctest.Values{
		http.MethodGet:    {"active": true},
		http.MethodPatch:  {"active": false},
		http.MethodDelete: nil,
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			bubble.Each(t, rows, func(t *testing.T, tt row) {
				config := func(afterHost string) acctest.Values {
					return with(ofAnyURL, acctest.Values{"url": "https://hooks.example.com" + afterHost})
				}
				w := newHarness(t, nil)
				if diags := w.webhook.Apply(t.Context(), config(tt.inState)); diags.Errors() != "" {
					t.Fatal(diags)
				}
				var next acctest.Values // null destroys it
				if change != nil {
					next = config(tt.configured)
					maps.Copy(next, change)
				}
				answer, err := json.Marshal(map[string]string{"message": tt.says, "code": "NOT_NOW"})
				if err != nil {
					t.Fatal(err)
				}
				w.Inject(fakeservice.Fault{
					Method: method,
					Status: http.StatusBadRequest,
					Body:   answer,
				})
				said := w.webhook.Apply(t.Context(), next).Errors()
				isShown := strings.Contains(said, tt.says)
				if isShown != tt.isShown || !strings.Contains(said, "NOT_NOW") {
					t.Errorf("it is shown: %t, want %t, in %s", isShown, tt.isShown, said)
				}
			})
		})
	}
}

// TestSecrecy_newWebhookURL: the same of a URL that is only sent.
func TestSecrecy_newWebhookURL(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		afterHost string
		isShown   bool
	}{
		"a short URL": {afterHost: "/a/bc", isShown: true},
		"a key":       {afterHost: "/services/T0KEN-0123456789"},
	} {
		for method, configured := range map[string]acctest.Values{
			http.MethodPost:  ofAnyURL,
			http.MethodPatch: plain,
		} {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newHarness(t, nil)
					answer := []byte(`{"message":"a part: T0KEN-01234"}`)
					w.Inject(fakeservice.Fault{
						Method: method,
						Status: http.StatusBadRequest,
						Body:   answer,
					})
					config := with(configured, acctest.Values{"url": "https://hooks.example.com" + tt.afterHost})
					said := w.webhook.Apply(t.Context(), config).Errors()
					if isShown := strings.Contains(said, "T0KEN"); isShown != tt.isShown || said == "" {
						t.Errorf("it is shown: %t, want %t, in %s", isShown, tt.isShown, said)
					}
				})
			})
		}
	}
}
