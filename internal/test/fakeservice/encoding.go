// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

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
