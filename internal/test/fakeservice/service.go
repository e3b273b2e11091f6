// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fakeservice is the payment service in memory, for tests, demonstrations and benchmarks. It refuses what no
// correct request contains (an unknown field, parameter or path, a wrong type, a limit of 9), and shares no request
// code and no rule with the provider. So a test that passes has sent a correct request. Only the provider's own tests
// check exactly which values are valid.
//
// A Service is an [http.Handler]. [New] returns one that answers what the API's description shows, and nothing else;
// [NewExtended] one that answers more, as many real services do. [Start] serves it on a port, [Pipe] without any port.
// Objects are put into its store with AddWebhook, AddCharges and SeedCharges; what the description leaves open is
// switched with Set; faults are injected with Inject; what was sent is read back with Requests.
package fakeservice

import (
	"cmp"
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
		"eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJ0ZXN0Iiwi" +
		"c3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzMifQ." +
		"OJMgZ5ls0Te2ASIs-cROTjIW157o6AoaVOC22i817Mg"

	DefaultPlatformID = "11111111-1111-4111-8111-111111111111"
	DefaultMerchantID = "22222222-2222-4222-8222-222222222222"
	DefaultStoreID    = "33333333-3333-4333-8333-333333333333"
)

// Service is the fake payment service. Its methods may be called at any time,
// even while it serves.
type Service struct {
	// Observe is called with every request once it is answered, from the goroutine that
	// served it. Set it before the first request.
	Observe func(Request)

	mu       sync.RWMutex       // guards what follows, and is never held while a request waits
	accounts map[string]Account // by the Authorization header
	behavior *Behavior          // never changed after it was stored
	faults   []*activeFault
	requests []*Request
	stores   map[string]string   // the merchant of each store, in lower case
	webhooks map[string]*Webhook // by the id in lower case
	tokens   []Token
	charges  map[string]*Charge   // by the id in lower case; never changed after they were stored
	lists    map[string][]*Charge // by the store in lower case, all under ""; the newest first
}

// New returns a service with an empty store, which answers what the API's description shows. It
// accepts these bearer tokens, or the default one.
func New(bearers ...string) *Service {
	s := &Service{
		Observe:  func(Request) {},
		accounts: map[string]Account{},
		behavior: &Behavior{},
		stores:   map[string]string{DefaultStoreID: DefaultMerchantID},
		webhooks: map[string]*Webhook{},
		charges:  map[string]*Charge{},
	}
	if bearers == nil {
		bearers = []string{DefaultSecret + "." + DefaultAppToken}
	}
	for _, bearer := range bearers {
		secret, appToken, _ := strings.Cut(bearer, ".")
		s.AddAccount(Account{Secret: secret, AppToken: appToken})
	}
	return s
}

// NewExtended is New for a service that answers more, as many real ones do: see [Extended].
func NewExtended(bearers ...string) *Service {
	s := New(bearers...)
	s.Set(Extended)
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
	recorded, b := s.record(r)
	req := *recorded
	defer func() { s.Observe(req) }() // also if a fault breaks the connection

	fault, done := b.Rate.enter()
	defer done()
	if fault == nil {
		fault = s.take(req)
	}
	if wait(r.Context(), b.Latency+fault.Delay) != nil {
		return
	}
	answer := fault.answer(b, func() response { return b.worded(s.answer(req, b)) })
	done() // before the client can have the answer and send its next request
	if !fault.silent() {
		req.Status = answer.status
		s.mu.Lock()
		recorded.Status = answer.status
		s.mu.Unlock()
	}
	fault.send(r.Context(), w, answer)
}

// record records a request that arrives, and returns it with the behavior that it meets.
func (s *Service) record(r *http.Request) (*Request, *Behavior) {
	// Until the whole body is read, the HTTP server does not notice that a client
	// has closed the connection.
	body, _ := io.ReadAll(r.Body)
	req := &Request{Method: r.Method, Path: r.URL.EscapedPath(), Header: r.Header, Body: body, At: time.Now()}
	req.Query, req.queryErr = url.ParseQuery(r.URL.RawQuery)
	if found, _, _ := find(*req); found != nil {
		req.Route = found.name()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	return req, s.behavior
}

// Requests returns the recorded requests that pass all filters, in the order of
// their arrival.
func (s *Service) Requests(filters ...func(Request) bool) []Request {
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

// addStore remembers a store, for good: that its objects are gone does not end it. The
// caller holds the lock.
func (s *Service) addStore(id, merchantID string) {
	id = strings.ToLower(id)
	s.stores[id] = cmp.Or(s.stores[id], merchantID)
}

// hasStore reports whether the store of a path exists, and belongs to the merchant of the
// path. The caller holds the lock.
func (s *Service) hasStore(ids map[string]string) bool {
	store, inStore := ids["storeId"]
	if !inStore {
		return true
	}
	merchant, known := s.stores[strings.ToLower(store)]
	given, inMerchant := ids["merchantId"]
	return known && (!inMerchant || same(given, merchant))
}

// timestamp is the layout of every time the service gives: UTC with microseconds.
const timestamp = "2006-01-02T15:04:05.000000Z"

func instant() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// same reports whether two ids are equal: the case of their letters does not matter.
func same(a, b string) bool { return strings.EqualFold(a, b) }
