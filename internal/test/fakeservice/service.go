// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fakeservice is the payment service in memory, for tests, demonstrations and benchmarks. It refuses what no
// correct request contains (an unknown field, parameter or path, a wrong type, a limit of 9), and shares no request
// code and no rule with the provider. So a test that passes has sent a correct request. Only the provider's own tests
// check exactly which values are valid.
//
// A Service is an [http.Handler]. [Start] serves it on a loopback port, [Pipe] without any port. Objects are put into
// its store with AddWebhook, AddCharges and SeedCharges; what the description leaves open is switched with Set; faults
// are injected with Inject; what was sent is read back with Requests.
package fakeservice

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// The defaults of a new Service.
const (
	DefaultSecret = "sandbox-secret"
	// DefaultAppToken is a JWT with the claims merchant_id (DefaultMerchantID), store_id (DefaultStoreID) and mode
	// (test), as application tokens are (API description, section 5).
	DefaultAppToken = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." +
		"eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJ0ZXN0Iiwic3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzMifQ." +
		"OJMgZ5ls0Te2ASIs-cROTjIW157o6AoaVOC22i817Mg"

	DefaultPlatformID = "11111111-1111-4111-8111-111111111111"
	DefaultMerchantID = "22222222-2222-4222-8222-222222222222"
	DefaultStoreID    = "33333333-3333-4333-8333-333333333333"
)

// Service is the fake payment service. Its methods may be called at any time,
// even while it serves.
type Service struct {
	bearers map[string]claims // of the application token, by the Authorization header
	observe func(Request)

	mu       sync.RWMutex // guards what follows, and is never held while a request waits
	behavior *Behavior    // never changed after it was stored
	faults   []*activeFault
	requests []*Request
	stores   map[string]string   // the merchant of each store, in lower case
	webhooks map[string]*Webhook // by the id in lower case
	tokens   []Token
	charges  map[string]*chargeRow   // by the id in lower case
	lists    map[string][]*chargeRow // by the store in lower case, all under ""; never changed after they were stored
}

// Option changes what New makes.
type Option func(*Service)

// WithCredentials adds the two halves of a bearer token that the service accepts, in
// place of the default ones if they are the first.
func WithCredentials(secret, appToken string) Option {
	return func(s *Service) { s.bearers["Bearer "+secret+"."+appToken] = claimsOf(appToken) }
}

// WithObserver calls f with every request once it is answered, from the
// goroutine that served it.
func WithObserver(f func(Request)) Option { return func(s *Service) { s.observe = f } }

// New returns a service with an empty store and the default behavior.
func New(options ...Option) *Service {
	s := &Service{
		bearers:  map[string]claims{},
		observe:  func(Request) {},
		behavior: &Behavior{},
		stores:   map[string]string{DefaultStoreID: DefaultMerchantID},
		webhooks: map[string]*Webhook{},
		charges:  map[string]*chargeRow{},
	}
	for _, option := range options {
		option(s)
	}
	if len(s.bearers) == 0 {
		WithCredentials(DefaultSecret, DefaultAppToken)(s)
	}
	return s
}

// Request is a request as it arrived. Header, Query and Body are the recorded
// values themselves: read them only.
type Request struct {
	Method string
	Path   string // escaped, without the query
	Query  url.Values
	Header http.Header
	Body   []byte
	Route  string // "PATCH /stores/{storeId}/webhooks/{webhookId}"; empty if no endpoint has the path and method
	At     time.Time
	Status int // 0 while no answer was sent
	// Refusal is why the service refused the request: a code, and the fields with
	// their reasons. It holds no value that was sent.
	Refusal string

	queryErr error
}

// JSON returns the body as an object, nil if it is not one. Numbers are json.Number.
func (r Request) JSON() map[string]any {
	object, _ := decodeObject(r.Body)
	return object
}

// BodyKeys returns the names of the fields at the top level of the body, sorted.
func (r Request) BodyKeys() []string { return sortedKeys(r.JSON()) }

// ServeHTTP records the request and answers it as the API description says,
// unless an injected fault matches it.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Until the whole body is read, the HTTP server does not notice that a client
	// has closed the connection.
	body, _ := io.ReadAll(io.LimitReader(r.Body, maxRequestBody+1))
	req := &Request{Method: r.Method, Path: r.URL.EscapedPath(), Header: r.Header, Body: body, At: time.Now()}
	req.Query, req.queryErr = url.ParseQuery(r.URL.RawQuery)
	if found, _, _ := find(*req); found != nil {
		req.Route = found.name()
	}
	s.mu.Lock()
	s.requests = append(s.requests, req)
	arrived, b := *req, s.behavior
	s.mu.Unlock()

	defer func() { // also if a fault breaks the connection
		s.mu.RLock()
		ended := *req
		s.mu.RUnlock()
		s.observe(ended)
	}()
	s.serve(&recordedWriter{w, s, req}, r, arrived, b)
}

// serve answers one request, or ends with its context.
func (s *Service) serve(w *recordedWriter, r *http.Request, req Request, b *Behavior) {
	done := func() {}
	if b.Rate != nil {
		refusal, over := b.Rate.admit()
		if refusal != nil {
			if wait(r.Context(), b.Latency+b.Rate.Late) == nil {
				refusal.send(w)
			}
			return
		}
		done = sync.OnceFunc(over)
		defer done()
	}
	if wait(r.Context(), b.Latency) != nil {
		return
	}
	handle := func() response {
		defer done() // before the client can have the answer and send its next request
		answer := s.answer(req, b)
		w.note(func(r *Request) { r.Refusal = answer.why })
		return answer
	}
	if f := s.take(req); f != nil {
		f.deliver(r.Context(), w, handle)
		return
	}
	handle().send(w)
}

// recordedWriter records the status of an answer before any of it can reach the client.
type recordedWriter struct {
	http.ResponseWriter

	service *Service
	request *Request
}

func (w *recordedWriter) note(change func(*Request)) {
	w.service.mu.Lock()
	defer w.service.mu.Unlock()
	change(w.request)
}

func (w *recordedWriter) WriteHeader(status int) {
	w.note(func(r *Request) { r.Status = status })
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recordedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Filter chooses among recorded requests.
type Filter func(Request) bool

// ByMethod chooses the requests of a method.
func ByMethod(method string) Filter { return func(r Request) bool { return r.Method == method } }

// Requests returns the recorded requests that pass all filters, in the order of
// their arrival.
func (s *Service) Requests(filters ...Filter) []Request {
	s.mu.RLock()
	all := make([]Request, len(s.requests))
	for i, r := range s.requests {
		all[i] = *r
	}
	s.mu.RUnlock()
	for _, filter := range filters {
		all = slices.DeleteFunc(all, func(r Request) bool { return !filter(r) })
	}
	return all
}

// ResetRequests forgets the recorded requests.
func (s *Service) ResetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// timestamp is the layout of every time the service gives: UTC with microseconds.
const timestamp = "2006-01-02T15:04:05.000000Z"

func instant() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Page is a page of charges or webhooks before it is sent (API description, section 2.4).
type Page struct {
	Items     []json.RawMessage
	HasMore   bool
	TotalHits string // JSON; left out if empty
}

// same reports whether two ids are equal: the case of their letters does not matter.
func same(a, b string) bool { return strings.EqualFold(a, b) }
