// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// echo is a service that answers every request with the secret of a name, if the request
// has it, in one of the encodings.
type echo struct {
	status int
	format func(w http.ResponseWriter, status int, text string)
	secret string
	encode func(string) string
}

// ServeHTTP implements http.Handler.
func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	got, text := r.Header.Get("Authorization")+"\n"+string(raw), "something else"
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

// echoed is a webhook with the text as its token, or a list with one.
var echoed = body("application/json", `{"id":"`+webhookID+`","active":true,"auth_token":"%[1]s",`+
	`"has_more":false,"items":[{"id":"`+webhookID+`","auth_token":"%[1]s"}]}`)

// formats are the other ways to answer with a text.
var formats = map[string]func(http.ResponseWriter, int, string){
	"errors by name": body("application/json", `{"errors":{"%[1]s":["%[1]s"],"url":"bad %[1]s","a%[1]s":"CODE"}}`),
	"HTML":           body("text/html", "<html><pre>%[1]s</pre></html>"),
	"a JSON text":    body("application/json", `"%[1]s"`),
	"wrong types":    body("application/json", `{"id":["%[1]s"],"url":{"%[1]s":"%[1]s"},"items":"%[1]s","has_more":"%[1]s"}`),
	"a token":        body("application/json", `{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321","type":"%[1]s","payment_type":"%[1]s","usage_limit":"%[1]s","active":false,"mode":"%[1]s","metadata":{"%[1]s":"%[1]s"}}`),
	"a cycle of ids": body("application/json", `{"has_more":true,"items":[{"id":"%[1]s"}]}`),
	"headers": func(w http.ResponseWriter, status int, text string) {
		for _, name := range []string{"Location", "Www-Authenticate", "X-Request-Id", "X-Echo", "Set-Cookie", "Content-Encoding"} {
			w.Header().Set(name, "x "+text)
		}
		w.Header().Set("Content-Type", "text/"+text+"; x="+text)
		w.Header().Set("Retry-After", text) // a number of seconds, if it has digits only
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

// run does o while the service answers with the secret of that name, and returns what
// was said and logged.
func (s sender) run(t *testing.T, o operation, name string, now *atomic.Pointer[echo], e echo) (said, logs string) {
	t.Helper()
	e.secret = s.secrets[name]
	now.Store(&e)
	var logged bytes.Buffer
	ctx := tfsdklogtest.RootLogger(tflogtest.RootLogger(t.Context(), &logged), &logged)
	kept, diags := o.do(ctx, s.protocol, s.secrets)
	expectNone(t, s.needles, "a message", diags.String())
	for _, d := range diags {
		if atSecret(s.protocol, o.object, d) { // beside it, a CLI prints the line of the argument
			t.Errorf("%q is at %q", d.Detail, pathOf(d))
		}
	}
	for _, attribute := range o.owns {
		delete(kept, attribute)
	}
	if strings.Contains(fmt.Sprint(kept), s.secrets["webhook token"]) {
		t.Errorf("the state holds the webhook's token: %v", kept)
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

	for doing, o := range operations {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			var now atomic.Pointer[echo]
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { now.Load().ServeHTTP(w, r) }))
			defer server.Close()
			var senders [2]sender
			for i, s := range []secretSet{secrets, others} {
				p := acctest.NewProtocol(t)
				if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": s["secret"], "app_token": s["app token"], "max_retries": 0}); len(diags) > 0 {
					t.Fatal(diags)
				}
				senders[i] = sender{s, s.needles(), p}
			}
			try := func(name, where, how string, status int, format func(http.ResponseWriter, int, string)) {
				e := echo{status: status, format: format, encode: encodings[how]}
				said, logs := senders[0].run(t, o, name, &now, e)
				saidToo, logsToo := senders[1].run(t, o, name, &now, e)
				if said != saidToo || logs != logsToo {
					t.Errorf("%s, %d, %s, %s: messages or logs depend on what was sent:\n%s%s\n%s%s", where, status, how, name, said, logs, saidToo, logsToo)
				}
			}
			for _, name := range o.names() {
				try(name, "an error", verbatim, http.StatusBadRequest, worded)
				try(name, "headers", verbatim, http.StatusBadRequest, formats["headers"])
				try(name, "a refusal", verbatim, http.StatusUnauthorized, worded)
				try(name, "an echoed token", verbatim, http.StatusOK, echoed)
			}
			one := o.names()[0] // is enough to try every encoding and every format
			for how := range encodings {
				if one != credentials[0] || slices.Contains(spellings, how) {
					try(one, "an error", how, http.StatusBadRequest, worded)
				}
			}
			for where, format := range formats {
				for _, status := range []int{http.StatusOK, http.StatusBadRequest} {
					try(one, where, verbatim, status, format)
				}
			}
		})
	}
}

// TestSecrecy_webhookURL: receivers keep secrets in the path of a URL. No message repeats the
// one in the state, or the one that is sent.
func TestSecrecy_webhookURL(t *testing.T) {
	t.Parallel()

	url := func(key string) acctest.Values {
		return plain.and(`"url": "https://hooks.example.com/` + key + `"`).decoded()
	}
	deletable := created.filled(secrets)
	deletable["url"] = "https://hooks.example.com/first-key"
	for method, tc := range map[string]struct{ before, after acctest.Values }{
		http.MethodGet:    {url("first-key"), url("second-key")},
		http.MethodPatch:  {url("first-key"), url("second-key")},
		http.MethodDelete: {deletable, nil},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newHarness(t, nil)
				if diags := w.webhook.Apply(t.Context(), tc.before); diags.Errors() != "" {
					t.Fatal(diags)
				}
				answer := `{"message":"https://hooks.example.com/first-key is slow","detail":"try again"}`
				if method == http.MethodPatch {
					answer = strings.Replace(answer, "first-key is slow", "second-key is wrong", 1)
				}
				w.Inject(fakeservice.Fault{Method: method, Status: http.StatusBadRequest, Body: []byte(answer)})
				said := w.webhook.Apply(t.Context(), tc.after).String()
				if strings.Contains(said, "-key") || !strings.Contains(said, "try again") {
					t.Errorf("it said %s", said)
				}
			})
		})
	}
}
