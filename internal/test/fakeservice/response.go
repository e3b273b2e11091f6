// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// response is what a handler answers; send puts it on the wire.
type response struct {
	status int
	header http.Header
	body   []byte // nil if there is none

	refusal bool // in the service's own words
}

// The reasons that a refusal gives for a field. None carries a value that was sent.
const (
	reasonRequired = "REQUIRED_VALUE"
	reasonUnknown  = "UNKNOWN_FIELD"
	reasonType     = "INVALID_TYPE"
	reasonFormat   = "INVALID_FORMAT"
)

// problem is an element of errors in a refusal.
type problem struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// refuse returns an error in the format that services of this kind use.
func refuse(status int, code string, problems ...problem) response {
	r := answerJSON(status, map[string]any{"status": "error", "code": code, "errors": append([]problem{}, problems...)})
	r.refusal = true
	return r
}

func invalid(problems ...problem) response {
	return refuse(http.StatusBadRequest, "VALIDATION_ERROR", problems...)
}

func notFound() response { return refuse(http.StatusNotFound, "NOT_FOUND") }

func answerJSON(status int, v any) response { return response{status: status, body: encode(v)} }

// encode is json.Marshal without the escapes that only HTML needs. Only what a test
// has put into the store, or a Rewrite into an answer, can fail to encode.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("the fake service cannot encode an answer: %v", err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// send writes the header of the response, and as much of its body as is asked for.
func (r response) send(w http.ResponseWriter, length int) {
	header := w.Header()
	if r.body != nil && r.status != http.StatusNoContent && r.status != http.StatusNotModified {
		header.Set("Content-Type", "application/json")
		header.Set("Content-Length", strconv.Itoa(len(r.body)))
	}
	maps.Copy(header, r.header)
	w.WriteHeader(r.status)
	// The client may have closed the connection, and some statuses have no body.
	_, _ = w.Write(r.body[:min(length, len(r.body))])
}

// wait returns after d, or with the context's error as soon as the context ends.
func wait(ctx context.Context, d time.Duration) error {
	timer, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-timer.Done()
	return ctx.Err()
}
