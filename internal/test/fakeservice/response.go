// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
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
	reasonRequired  = "REQUIRED_VALUE"
	reasonUnknown   = "UNKNOWN_FIELD"
	reasonRepeated  = "REPEATED_VALUE"
	reasonType      = "INVALID_TYPE"
	reasonFormat    = "INVALID_FORMAT"
	reasonValue     = "INVALID_VALUE"
	reasonRange     = "OUT_OF_RANGE"
	reasonForbidden = "FORBIDDEN_VALUE"
	reasonLocalURL  = "LOCAL_URL"
)

// fieldProblem is an element of errors in a refusal.
type fieldProblem struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// refuse returns an error in the format that services of this kind use.
func refuse(status int, code string, problems ...fieldProblem) response {
	r := answerJSON(status, struct {
		Status string         `json:"status"`
		Code   string         `json:"code"`
		Errors []fieldProblem `json:"errors"`
	}{"error", code, append([]fieldProblem{}, problems...)})
	r.why = code
	for _, problem := range problems {
		r.why += " " + problem.Field + ":" + problem.Reason
	}
	return r
}

func invalid(problems ...fieldProblem) response {
	return refuse(http.StatusBadRequest, "VALIDATION_ERROR", problems...)
}

func answerJSON(status int, v any) response {
	body, err := encode(v)
	if err != nil {
		return response{status: http.StatusInternalServerError, body: []byte(`{"status":"error","code":"ENCODING"}`)}
	}
	return response{status: status, body: body}
}

// encode is json.Marshal without the escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// fields returns the header of the response, without its length.
func (r response) fields() http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	maps.Copy(h, r.header)
	return h
}

// send writes the whole response.
func (r response) send(w http.ResponseWriter) {
	if r.status == http.StatusNoContent || r.status == http.StatusNotModified {
		maps.Copy(w.Header(), r.header)
		w.WriteHeader(r.status)
		return
	}
	maps.Copy(w.Header(), r.fields())
	w.Header().Set("Content-Length", strconv.Itoa(len(r.body)))
	w.WriteHeader(r.status)
	// The client may have closed the connection.
	_, _ = w.Write(r.body)
}

// encoded returns a finished answer in the encoding that the behavior asks for.
func (b *Behavior) encoded(r response, req Request) response {
	if b.ByteOrderMark {
		r.body = append([]byte("\uFEFF"), r.body...)
	}
	if b.Gzip && strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
		return compress(r)
	}
	return r
}

func compress(r response) response {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	// Writes to a bytes.Buffer never fail.
	_, _ = zip.Write(r.body)
	_ = zip.Close()
	r.body = out.Bytes()
	if r.header == nil {
		r.header = http.Header{}
	}
	r.header.Set("Content-Encoding", "gzip")
	return r
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
