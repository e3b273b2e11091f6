// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// Request is a request as it arrived. Header, Query and Body are the recorded
// values themselves: read them only.
type Request struct {
	Method string
	Path   string // escaped, without the query, with the service's prefix
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
	object, err := decodeObject(r.Body)
	if err != nil {
		return nil
	}
	return object
}

// Has reports whether the body has the field at its top level, even if it is null.
func (r Request) Has(field string) bool {
	_, ok := r.JSON()[field]
	return ok
}

// BodyKeys returns the names of the fields at the top level of the body, sorted.
func (r Request) BodyKeys() []string { return sortedKeys(r.JSON()) }

// Decode reads the body into v.
func (r Request) Decode(v any) error { return json.Unmarshal(r.Body, v) }

// Filter chooses among recorded requests.
type Filter func(Request) bool

// ByMethod chooses the requests of a method.
func ByMethod(method string) Filter { return func(r Request) bool { return r.Method == method } }

// ByStatus chooses the requests that were answered with a status.
func ByStatus(status int) Filter { return func(r Request) bool { return r.Status == status } }

// recorder keeps requests in the order of their arrival, and how many were in
// flight at once.
type recorder struct {
	limit int

	mu          sync.Mutex
	entries     []*entry
	inFlight    int
	maxInFlight int
}

// entry is a request in the recorder. A request is in flight until its answer
// begins: a client that has read an answer may send the next request before the
// handler of the first one returned.
type entry struct {
	Request

	recorder *recorder
	over     bool
}

// begin records a request.
func (rec *recorder) begin(req Request) *entry {
	e := &entry{Request: req, recorder: rec}
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.inFlight++
	rec.maxInFlight = max(rec.maxInFlight, rec.inFlight)
	rec.entries = append(rec.entries, e)
	// Entries are dropped only at twice the limit, so that copying them stays rare.
	if len(rec.entries) > 2*rec.limit {
		rec.entries = slices.Clone(rec.entries[len(rec.entries)-rec.limit:])
	}
	return e
}

// answered ends the request with the status of its answer, 0 if there is none.
// Only the first call counts.
func (e *entry) answered(status int) {
	e.recorder.mu.Lock()
	defer e.recorder.mu.Unlock()
	if e.over {
		return
	}
	e.over = true
	e.Status = status
	e.recorder.inFlight--
}

// refused notes why the request is refused.
func (e *entry) refused(why string) {
	e.recorder.mu.Lock()
	defer e.recorder.mu.Unlock()
	e.Refusal = why
}

// request returns the request with its status so far.
func (e *entry) request() Request {
	e.recorder.mu.Lock()
	defer e.recorder.mu.Unlock()
	return e.Request
}

// recordedWriter records the status of an answer before any of it can reach the client.
type recordedWriter struct {
	http.ResponseWriter

	entry *entry
}

func (w *recordedWriter) WriteHeader(status int) {
	w.entry.answered(status)
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recordedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Requests returns the recorded requests that pass all filters, in the order of
// their arrival.
func (s *Service) Requests(filters ...Filter) []Request {
	s.recorder.mu.Lock()
	newest := s.recorder.entries[max(0, len(s.recorder.entries)-s.recorder.limit):]
	all := make([]Request, len(newest))
	for i, e := range newest {
		all[i] = e.Request
	}
	s.recorder.mu.Unlock()

	kept := all[:0]
	for _, r := range all {
		if passes(r, filters) {
			kept = append(kept, r)
		}
	}
	return kept
}

func passes(r Request, filters []Filter) bool {
	for _, f := range filters {
		if !f(r) {
			return false
		}
	}
	return true
}

// ResetRequests forgets the recorded requests and the high-water mark.
func (s *Service) ResetRequests() {
	s.recorder.mu.Lock()
	defer s.recorder.mu.Unlock()
	s.recorder.entries = nil
	s.recorder.maxInFlight = s.recorder.inFlight
}

// MaxInFlight returns the largest number of requests that waited for an answer at once.
func (s *Service) MaxInFlight() int {
	s.recorder.mu.Lock()
	defer s.recorder.mu.Unlock()
	return s.recorder.maxInFlight
}
