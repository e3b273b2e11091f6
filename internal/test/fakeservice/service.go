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
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The defaults of a new Service.
const (
	DefaultSecret = "sandbox-secret"
	// DefaultAppToken is the AppToken of DefaultMerchantID and DefaultStoreID,
	// in test mode.
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
	prefix   string
	secret   string
	appToken string
	observe  func(Request)

	store    store
	recorder recorder
	faults   faultList

	behaviorMu sync.Mutex
	behavior   atomic.Pointer[Behavior]
}

// Option changes what New makes.
type Option func(*Service)

// WithCredentials sets the two halves of the only bearer token that the service
// accepts.
func WithCredentials(secret, appToken string) Option {
	return func(s *Service) { s.secret, s.appToken = secret, appToken }
}

// WithPrefix puts the whole API under a path such as "/v1".
func WithPrefix(prefix string) Option {
	return func(s *Service) { s.prefix = strings.TrimRight(prefix, "/") }
}

// WithObserver calls f with every request once it is answered, from the
// goroutine that served it.
func WithObserver(f func(Request)) Option { return func(s *Service) { s.observe = f } }

// WithRecordLimit keeps no more than the newest n requests in the recorder; the
// default is 100,000.
func WithRecordLimit(n int) Option { return func(s *Service) { s.recorder.limit = n } }

// New returns a service with an empty store and the default behavior.
func New(opts ...Option) *Service {
	s := &Service{
		secret:   DefaultSecret,
		appToken: DefaultAppToken,
		store:    newStore(),
		recorder: recorder{limit: 100_000},
	}
	s.behavior.Store(defaultBehavior())
	for _, o := range opts {
		o(s)
	}
	return s
}

// Credentials returns the secret and the application token that the service accepts.
func (s *Service) Credentials() (secret, appToken string) { return s.secret, s.appToken }

// ServeHTTP records the request and answers it as the API description says,
// unless an injected fault matches it.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, tooLarge := s.read(r)
	entry := s.recorder.begin(req)
	s.serve(&recordedWriter{ResponseWriter: w, entry: entry}, r, req, tooLarge)
	entry.answered(0)
	if s.observe != nil {
		s.observe(entry.request())
	}
}

// serve answers one request, or ends with its context.
func (s *Service) serve(w *recordedWriter, r *http.Request, req Request, tooLarge bool) {
	b := s.behavior.Load()
	done := func() {}
	if b.Rate != nil {
		refusal, over := b.Rate.admit(time.Now)
		done = sync.OnceFunc(over)
		defer done()
		if refusal != nil {
			refusal.send(w)
			return
		}
	}
	if wait(r.Context(), b.Latency) != nil {
		return
	}
	handle := func() response {
		defer done() // before the client can have the answer and send its next request
		if tooLarge {
			return refuse(http.StatusRequestEntityTooLarge, "BODY_TOO_LARGE")
		}
		r := s.answer(req, b)
		w.entry.refused(r.why)
		return b.encoded(r, req)
	}
	if f := s.faults.take(req); f != nil {
		f.deliver(r.Context(), w, handle)
		return
	}
	handle().send(w)
}

// timestamp is the layout of every time the service gives: UTC with microseconds.
const timestamp = "2006-01-02T15:04:05.000000Z"

func (s *Service) instant() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// store holds the objects of the service, independently of HTTP. Its lock is never
// held while a request waits.
type store struct {
	mu       sync.RWMutex
	webhooks map[string]*Webhook // by the id in lower case
	tokens   []Token
	charges  chargeIndex
}

func newStore() store {
	return store{webhooks: map[string]*Webhook{}, charges: newChargeIndex()}
}

// Tokens returns the tokens created so far, in the order of their creation.
func (s *Service) Tokens() []Token {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	return slices.Clone(s.store.tokens)
}

// AppToken returns a JWT with the claims, as application tokens are (API
// description, section 5), signed with DefaultSecret. The same claims make the
// same token.
func AppToken(claims map[string]any) string {
	payload, err := encode(claims)
	if err != nil {
		panic(fmt.Sprintf("the claims of a token are not JSON: %v", err))
	}
	segment := base64.RawURLEncoding.EncodeToString
	signed := segment([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + segment(payload)
	mac := hmac.New(sha256.New, []byte(DefaultSecret))
	mac.Write([]byte(signed))
	return signed + "." + segment(mac.Sum(nil))
}
