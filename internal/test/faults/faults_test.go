// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// failure is a way in which every request fails. Each stands for all failures
// that the client reports alike. The tests of paymentapi have every single one.
type failure struct {
	fault   fakeservice.Fault
	passing bool // GET and PATCH are retried, and POST is not
	sent    int  // the number of requests, if passing does not determine it
	// foreign says that something other than the service answers.
	foreign bool
	says    string
	status  int
}

func status(code int, header ...string) fakeservice.Fault {
	f := fakeservice.Fault{Status: code, Header: http.Header{}}
	for i := 0; i+1 < len(header); i += 2 {
		f.Header.Set(header[i], header[i+1])
	}
	return f
}

// untilGivenUp is the number of requests after which a call gives up if all are
// refused: two more if the service answered an earlier call.
const untilGivenUp = 8

var webPage = fakeservice.Fault{Body: []byte("<html><body>" + fakeservice.DefaultSecret + "</body></html>"), Header: http.Header{"Content-Type": {"text/html"}}}

var failures = map[string]failure{
	"cut":             {fault: fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, passing: true, says: "ended too early or the answer was not valid HTTP"},
	"late":            {fault: fakeservice.Fault{Delay: time.Minute}, passing: true, says: slow},
	"failing":         {fault: status(503), passing: true, status: 503, says: "INJECTED_FAULT"},
	"refused":         {fault: status(403), status: 403, says: "INJECTED_FAULT"},
	"missing":         {fault: status(404), status: 404, says: "INJECTED_FAULT"},
	"foreign":         {fault: fakeservice.ProxyNotFound(), status: 404, foreign: true, says: "and content type text/plain, but its body is not JSON."},
	"429 for ever":    {fault: status(429), sent: untilGivenUp, status: 429},
	"too large":       {fault: fakeservice.Fault{Break: fakeservice.BreakEndless}, says: "its body is larger than"},
	"no JSON":         {fault: webPage, says: "content type text/html, but its body is not JSON"},
	"no object":       {fault: fakeservice.Fault{Body: []byte("null")}, says: "status 20"},
	"the credentials": {fault: fakeservice.Fault{Body: []byte(`{"id":"` + fakeservice.DefaultSecret + `"}`)}, says: "repeats the credentials"},
	"another 2xx":     {fault: fakeservice.Fault{Status: 202, AfterHandling: true}, status: 202},
	"redirect":        {fault: fakeservice.Redirect(308, "https://elsewhere.example.com/"), status: 308, says: "Redirects are never followed"},
}

const slow = "the answer took longer than the request timeout of 5s"

// longest is how long a call may take: three attempts of 5 seconds, and the time
// until refusals are given up.
const longest = 3*5*time.Second + 2*time.Minute

// TestFaults lets everything fail in every way.
func TestFaults(t *testing.T) {
	t.Parallel()

	for name, failure := range failures {
		for doing, target := range targets {
			t.Run(doing+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { failure.check(t, doing, target) })
			})
		}
	}
}

// TestFaults_passing: a failure that ends soon causes no error.
func TestFaults_passing(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"refusals": {Status: 429, Body: []byte("{}"), Times: 3},
		"latency":  {Delay: 4 * time.Second},
	} {
		for doing, target := range targets {
			t.Run(doing+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					arguments := acctest.Values{"max_retries": 0} // a refusal is no failed attempt
					maps.Copy(arguments, target.arguments)
					w := newWorld(t, arguments)
					if target.prepare != nil {
						target.prepare(t, w)
					}
					w.Inject(fault)
					if diags := target.run(t.Context(), w); diags.Errors() != "" {
						t.Errorf("said %s", diags)
					}
				})
			})
		}
	}
}

// TestFaults_quietReads: the reads before and after an adoption are best effort. If
// they fail, the adoption succeeds without a message. Each takes at most five
// seconds. An apply plans once more, so there are three.
func TestFaults_quietReads(t *testing.T) {
	t.Parallel()

	for name, failure := range failures {
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
				// After a 429, the next requests wait.
				if took := time.Since(started); took > 15*time.Second && failure.status != http.StatusTooManyRequests {
					t.Errorf("three reads took %s", took)
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
	w.transport.CloseIdleConnections() // on an idle connection, Go itself would repeat a GET
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

// harmless reports whether the failure is no error for the target, and returns
// the warning that it causes instead.
func (f failure) harmless(target target) (warning string, yes bool) {
	if warning, yes = target.harmless[f.status]; yes {
		// Only the service itself can say that a webhook is gone. If the webhook was
		// never read, its state is kept, whoever answers.
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

// expectOutcome expects an error to say whether a token may exist.
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

// expectRecovery expects the same call to work once the service does.
func (f failure) expectRecovery(t *testing.T, w *world, target target) {
	t.Helper()
	w.ClearFaults()
	w.ResetRequests()
	if diags := target.run(t.Context(), w); diags.Errors() != "" {
		t.Errorf("after the fault: %s", diags)
	}
	if w.sent(target) == 0 {
		t.Error("after the fault, nothing was sent")
	}
}
