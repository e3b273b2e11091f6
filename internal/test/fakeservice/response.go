// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"compress/gzip"
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
	body   []byte
	why    string // of a refusal
}

// The reasons that a refusal gives for a field. None carries a value that was sent.
const (
	reasonRequired = "REQUIRED_VALUE"
	reasonUnknown  = "UNKNOWN_FIELD"
	reasonRepeated = "REPEATED_VALUE"
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
	r := answerJSON(status, struct {
		Status string    `json:"status"`
		Code   string    `json:"code"`
		Errors []problem `json:"errors"`
	}{"error", code, append([]problem{}, problems...)})
	r.why = code
	for _, p := range problems {
		r.why += " " + p.Field + ":" + p.Reason
	}
	return r
}

func invalid(problems ...problem) response {
	return refuse(http.StatusBadRequest, "VALIDATION_ERROR", problems...)
}

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

// start writes the header of a response whose body has this length, or -1 if it has
// no end.
func (r response) start(w http.ResponseWriter, length int) {
	header := w.Header()
	if r.status != http.StatusNoContent && r.status != http.StatusNotModified {
		header.Set("Content-Type", "application/json")
		if length >= 0 {
			header.Set("Content-Length", strconv.Itoa(length))
		}
	}
	maps.Copy(header, r.header)
	w.WriteHeader(r.status)
}

// send writes the whole response.
func (r response) send(w http.ResponseWriter) {
	r.start(w, len(r.body))
	// The client may have closed the connection, and some statuses have no body.
	_, _ = w.Write(r.body)
}

func compress(body []byte) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	// Writes to a bytes.Buffer never fail.
	_, _ = zip.Write(body)
	_ = zip.Close()
	return out.Bytes()
}

// wait returns after d, or with the context's error as soon as the context ends.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
