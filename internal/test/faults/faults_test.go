// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// failure is a way in which the service fails, for as long as it is asked.
type failure struct {
	fault   fakeservice.Fault
	passing bool // GET and PATCH are repeated, and a POST is not
	sent    int  // how often each is sent, if that is something else
	// foreign says that something else than the service answers.
	foreign bool
	says    string
	status  int
}

const (
	early = "ended too early or the answer was not valid HTTP"
	slow  = "the answer took longer than the request timeout of 5s"
)

func status(code int, header ...string) fakeservice.Fault {
	f := fakeservice.Fault{Status: code, Header: http.Header{}}
	for i := 0; i+1 < len(header); i += 2 {
		f.Header.Set(header[i], header[i+1])
	}
	return f
}

// untilGivenUp is how many requests a service refuses, when it refuses
// everything, until the call ends: two more if it served others before.
const untilGivenUp = 8

// failures is the table of all of them.
func failures() map[string]failure {
	html := []byte("<html><body>" + fakeservice.DefaultSecret + "</body></html>")
	table := map[string]failure{
		"reset":                    {fault: fakeservice.Fault{Break: fakeservice.BreakReset}, passing: true, says: early},
		"reset once acted":         {fault: fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, passing: true, says: early},
		"closed":                   {fault: fakeservice.Fault{Break: fakeservice.BreakClose}, passing: true, says: early},
		"closed once acted":        {fault: fakeservice.Fault{Break: fakeservice.BreakClose, AfterHandling: true}, passing: true, says: early},
		"no HTTP":                  {fault: fakeservice.Fault{Break: fakeservice.BreakGarbage}, passing: true, says: early},
		"cut before the body":      {fault: fakeservice.Fault{Break: fakeservice.BreakCut}, passing: true, says: early},
		"cut in the body":          {fault: fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 20}, passing: true, says: early},
		"reset in the body":        {fault: fakeservice.Fault{Break: fakeservice.BreakCutReset, CutAt: 20}, passing: true, says: early},
		"body ends early":          {fault: fakeservice.Fault{Body: []byte(`{"id":`)}, passing: true, says: early},
		"headers never come":       {fault: fakeservice.Fault{Break: fakeservice.BreakHang}, passing: true, says: slow},
		"body never ends to come":  {fault: fakeservice.Fault{Break: fakeservice.BreakStall, CutAt: 20}, passing: true, says: slow},
		"a byte at a time":         {fault: fakeservice.Fault{Break: fakeservice.BreakDrip, Interval: time.Second}, passing: true, says: slow},
		"late":                     {fault: fakeservice.Fault{Delay: time.Minute}, passing: true, says: slow},
		"chunks without end":       {fault: fakeservice.Fault{Break: fakeservice.BreakEndless}, says: "its body is larger than"},
		"gzip bomb":                {fault: fakeservice.Fault{Break: fakeservice.BreakGzipBomb}, says: "its body is larger than"},
		"gzip that is none":        {fault: fakeservice.Fault{Header: http.Header{"Content-Encoding": {"gzip"}}}, passing: true, says: early},
		"gzip bomb as a refusal":   {fault: fakeservice.Fault{Break: fakeservice.BreakGzipBomb, Status: 400}, status: 400, says: "The answer was larger than 64 KiB"},
		"endless refusal":          {fault: fakeservice.Fault{Break: fakeservice.BreakEndless, Status: 403}, status: 403},
		"endless 503":              {fault: fakeservice.Fault{Break: fakeservice.BreakEndless, Status: 503}, passing: true, status: 503},
		"HTML":                     {fault: fakeservice.Fault{Body: html, Header: http.Header{"Content-Type": {"text/html"}}}, says: "content type text/html, but its body is not JSON"},
		"HTML as a refusal":        {fault: fakeservice.Fault{Status: 400, Body: html, Header: http.Header{"Content-Type": {"text/html"}}}, status: 400, says: "The answer was not JSON (text/html)"},
		"HTML as a 502":            {fault: fakeservice.Fault{Status: 502, Body: html, Header: http.Header{"Content-Type": {"text/html"}}}, passing: true, status: 502, says: "The answer was not JSON (text/html)"},
		"empty":                    {fault: fakeservice.Fault{Body: []byte{}}, says: "its body is empty"},
		"blank":                    {fault: fakeservice.Fault{Body: []byte(" \r\n\t")}, says: "its body is empty"},
		"trailing bytes":           {fault: fakeservice.Fault{Body: []byte(`{"id":"x"}}`)}, says: "its body is not JSON"},
		"two answers":              {fault: fakeservice.Fault{Body: []byte(`{"id":"x"}{"id":"x"}`)}, says: "its body is not JSON"},
		"UTF-16":                   {fault: fakeservice.Fault{Body: []byte("\xff\xfe{\x00}\x00")}, says: "its body is not JSON"},
		"20,000 arrays":            {fault: fakeservice.Fault{Body: []byte(strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000))}, says: "its body is nested too deeply"},
		"20,000 arrays inside":     {fault: fakeservice.Fault{Body: []byte(`{"items":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`)}, says: "its body is nested too deeply"},
		"20,000 objects unclosed":  {fault: fakeservice.Fault{Body: []byte(strings.Repeat(`{"id":`, 20_000))}, says: "its body is nested too deeply"},
		"an array":                 {fault: fakeservice.Fault{Body: []byte(`[{"id":"x"}]`)}, says: "status 20"},
		"null":                     {fault: fakeservice.Fault{Body: []byte(`null`)}, says: "status 20"},
		"a text":                   {fault: fakeservice.Fault{Body: []byte(`"` + fakeservice.DefaultSecret + `"`)}, says: "repeats the credentials"},
		"the credentials":          {fault: fakeservice.Fault{Body: []byte(`{"id":"Bearer ` + fakeservice.DefaultSecret + `.` + fakeservice.DefaultAppToken + `"}`)}, says: "repeats the credentials"},
		"an array as a refusal":    {fault: fakeservice.Fault{Status: 400, Body: []byte(`["X"]`)}, status: 400, says: "The answer was JSON, but not an object"},
		"a text as a refusal":      {fault: fakeservice.Fault{Status: 400, Body: []byte(`"X"`)}, status: 400, says: "The answer was JSON, but not an object"},
		"an empty refusal":         {fault: fakeservice.Fault{Status: 400, Body: []byte{}}, status: 400, says: "The answer had no body"},
		"an ingress's 404":         {fault: fakeservice.ProxyNotFound(), status: 404, foreign: true, says: "The answer was not JSON (text/plain)"},
		"a website's 404":          {fault: fakeservice.Fault{Status: 404, Body: html, Header: http.Header{"Content-Type": {"text/html"}}}, status: 404, foreign: true, says: "The answer was not JSON (text/html)"},
		"429 for ever":             {fault: status(429), sent: untilGivenUp, status: 429},
		"429 with an empty object": {fault: fakeservice.Fault{Status: 429, Body: []byte("{}")}, sent: untilGivenUp, status: 429},
		"429 after a day":          {fault: status(429, "Retry-After", "86400"), sent: 2, status: 429},
		"429 after 2^63":           {fault: status(429, "Retry-After", "9223372036854775808"), sent: 2, status: 429},
		"429 after -1":             {fault: status(429, "Retry-After", "-1"), sent: untilGivenUp, status: 429},
		"429 in the year 9999":     {fault: status(429, "Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"), sent: 2, status: 429},
		"429 after a word":         {fault: status(429, "Retry-After", "soon"), sent: untilGivenUp, status: 429},
		"503 after a day":          {fault: status(503, "Retry-After", "86400"), passing: true, status: 503},
		"switching protocols":      {fault: fakeservice.Fault{Status: 101, Break: fakeservice.BreakCut, Header: http.Header{"Connection": {"Upgrade"}, "Upgrade": {"x"}}}, status: 101},
	}
	for _, code := range []int{500, 502, 503, 504} {
		table[http.StatusText(code)] = failure{fault: status(code), passing: true, status: code, says: "INJECTED_FAULT"}
	}
	for _, code := range []int{400, 401, 403, 404, 405, 408, 409, 410, 415, 422, 451, 501, 505, 599} {
		table[http.StatusText(code)] = failure{fault: status(code), status: code, says: "INJECTED_FAULT"}
	}
	for _, code := range []int{202, 203, 204, 205, 206, 304} {
		table[http.StatusText(code)] = failure{fault: fakeservice.Fault{Status: code, AfterHandling: true}, status: code}
	}
	for _, code := range []int{301, 302, 303, 307, 308} {
		table[http.StatusText(code)] = failure{fault: fakeservice.Redirect(code, "https://elsewhere.example.com/"), status: code, says: "Redirects are never followed"}
	}
	return table
}

// longest is how long a call may take: three attempts of 5 seconds, and two
// waits of at most a minute.
const longest = 3*5*time.Second + 2*time.Minute

// TestFaults lets everything fail in every way.
func TestFaults(t *testing.T) {
	t.Parallel()

	var cases sample.Cases
	all := failures()
	for _, name := range sample.Keys(all) {
		for _, doing := range sample.Keys(targets) {
			if cases.Left() {
				continue
			}
			t.Run(doing+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { all[name].check(t, doing, targets[doing]) })
			})
		}
	}
}

// TestFaults_quietReads: what reads a webhook for the plan of its adoption, and
// once it is adopted, never fails that, says nothing, and takes five seconds at
// most.
func TestFaults_quietReads(t *testing.T) {
	t.Parallel()

	for name, failure := range sample.Of(5, failures()) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, acctest.Values{"request_timeout": "1m"})
				failure.fault.Method = http.MethodGet
				w.Inject(failure.fault)
				started := time.Now()
				if diags := w.webhook.Apply(t.Context(), webhookConfig(acctest.Values{"active": false})); len(diags) > 0 {
					t.Errorf("said %s", diags)
				}
				// A 429 makes whatever comes next wait, for as long as the
				// service asks.
				if took := time.Since(started); took > 10*time.Second && failure.status != http.StatusTooManyRequests {
					t.Errorf("two reads took %s", took)
				}
				if w.webhook.State() == nil {
					t.Error("the webhook is not adopted")
				}
			})
		})
	}
}

func (f failure) check(t *testing.T, doing string, target target) {
	t.Helper()
	w := newWorld(t, target.arguments)
	if target.prepare != nil {
		target.prepare(t, w)
	}
	w.transport.CloseIdleConnections() // on one that waited, Go sends a GET once more by itself
	fault := f.fault
	fault.Match = target.matches
	w.Inject(fault)
	started := time.Now()
	diags := target.run(t.Context(), w)
	if took := time.Since(started); took > longest {
		t.Errorf("it took %s", took)
	}
	got, want := w.sent(target), f.requests(target)
	if f.sent == untilGivenUp && got == want+2 {
		want = got
	}
	if got != want {
		t.Errorf("%d requests arrived, want %d", got, want)
	}
	expectHarmless(t, diags.String())
	if warning, harmless := f.harmless(target); harmless {
		if diags.Errors() != "" || !strings.Contains(diags.Warnings(), warning) || warning == "" && len(diags) > 0 {
			t.Errorf("said %q, want no error and a warning of %q", diags, warning)
		}
		return
	}
	f.expectMessage(t, target, diags.Errors())
	w.expectUntouched(t, doing)
	f.expectRecovery(t, w, target)
}

// harmless reports whether the failure is no error for the target, and what is
// warned of then.
func (f failure) harmless(target target) (warning string, yes bool) {
	if warning, yes = target.harmless[f.status]; yes {
		// Only the service itself can say that a webhook is gone. A webhook that
		// was never read is left alone, whoever answers.
		return warning, !f.foreign || warning != gone[f.status] && target.method == http.MethodGet
	}
	passes := f.passing || f.status >= 500 || f.status == http.StatusRequestTimeout || f.status == http.StatusTooManyRequests
	refused := f.status == http.StatusUnauthorized || f.status == http.StatusForbidden
	return target.unread, target.unread != "" && !passes && !refused
}

// requests returns how often a call is sent.
func (f failure) requests(target target) int {
	switch {
	case f.sent > 0:
		return f.sent
	case f.passing && target.method != http.MethodPost:
		return 3
	default:
		return 1
	}
}

func (f failure) expectMessage(t *testing.T, target target, said string) {
	t.Helper()
	wants := []string{target.title, f.says, target.method + " " + target.path}
	isMissing := f.status == http.StatusNotFound || f.status == http.StatusGone
	switch patches := target.harmless == nil && target.method == http.MethodPatch; {
	case !isMissing || !patches:
	case f.foreign && !target.adopts:
		wants = append(wants, "`base_url`")
	default:
		wants[0] = "Webhook Not Found"
	}
	if f.foreign && target.harmless != nil {
		wants = append(wants, "`base_url`", "terraform state rm")
	}
	if f.says == slow {
		wants = append(wants, "raise the provider's `request_timeout`, which is 5s")
	}
	if f.status > 0 {
		wants = append(wants, "with status "+strconv.Itoa(f.status))
	}
	for _, want := range wants {
		if !strings.Contains(said, want) {
			t.Errorf("said %q, want %q in it", said, want)
		}
	}
	if target.method == http.MethodPost {
		f.expectOutcome(t, said)
	}
}

// expectOutcome: whoever creates a token must know whether there may be one.
func (f failure) expectOutcome(t *testing.T, said string) {
	t.Helper()
	outcome := "A transaction token may exist nevertheless"
	if f.status >= 400 && f.status < 500 && f.status != http.StatusRequestTimeout {
		outcome = "No transaction token was created"
	}
	if !strings.Contains(said, outcome) {
		t.Errorf("said %q, want %q in it", said, outcome)
	}
}

// expectRecovery: once the service is well again, doing the same works.
func (f failure) expectRecovery(t *testing.T, w *world, target target) {
	t.Helper()
	w.ClearFaults()
	w.ResetRequests()
	if diags := target.run(t.Context(), w); diags.Errors() != "" {
		t.Errorf("with the service well again: %s", diags)
	}
	if w.sent(target) == 0 {
		t.Error("with the service well again nothing was sent")
	}
}
