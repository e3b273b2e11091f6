// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// maxMemory is how many bytes may be allocated for one answer, all garbage included. The
// race detector doubles them.
const maxMemory = 200 << 20

// gzipBomb is an answer that becomes 512 MiB: several gzip streams in a row are one, too.
func gzipBomb(status int) fakeservice.Fault {
	var stream bytes.Buffer
	zip := gzip.NewWriter(&stream)
	_, _ = zip.Write(bytes.Repeat([]byte(" "), 1<<20)) // neither fails in memory
	_ = zip.Close()
	return fakeservice.Fault{
		Status: status,
		Header: http.Header{"Content-Encoding": {"gzip"}},
		Body:   bytes.Repeat(stream.Bytes(), 512),
	}
}

// repeated is an answer of as much as the client reads, in which something is repeated.
func repeated(status int, before, each, after string) fakeservice.Fault {
	const maxBytes = 4 << 20
	const maxCommas = 99_990
	n := (maxBytes - len(before) - len(after)) / len(each)
	if commas := strings.Count(each, ","); commas > 0 {
		n = min(n, maxCommas/commas)
	}

	body := before + strings.Repeat(each, n) + after
	return fakeservice.Fault{Status: status, Body: []byte(body)}
}

// TestMemory gives operations answers that need much more memory than they have bytes. It is
// not parallel, because it counts what all tests allocate.
func TestMemory(t *testing.T) { //nolint:paralleltest // see above
	tooManyCommas := `{"has_more":false,"items":[{}` + strings.Repeat(`,{}`, 1<<20) + `]}`
	for name, tc := range map[string]struct { //nolint:paralleltest // see above
		operation string
		answer    fakeservice.Fault
	}{
		"charges in gzip": {
			operation: "charges",
			answer:    gzipBomb(http.StatusOK),
		},
		"charges without ids": {
			operation: "charges",
			answer:    repeated(http.StatusOK, `{"has_more":false,"items":[{}`, `,{}`, `]}`),
		},
		"the same charge": {
			operation: "charges",
			answer:    repeated(http.StatusOK, `{"has_more":false,"items":[{"id":"a"}`, `,{"id":"a"}`, `]}`),
		},
		"metadata": {
			operation: "charges",
			answer: repeated(http.StatusOK,
				`{"has_more":false,"items":[{"id":"a","metadata":{"b":1`, `,"b":1`, `}}]}`),
		},
		"more commas than are read": {
			operation: "charges",
			answer:    fakeservice.Fault{Status: http.StatusOK, Body: []byte(tooManyCommas)},
		},
		"triggers": {
			operation: "adopt with a token",
			answer:    repeated(http.StatusOK, `{"triggers":["a"`, `,"a"`, `]}`),
		},
		"escapes": {
			operation: "adopt with a token",
			answer:    repeated(http.StatusOK, `{"id":"`, `\u0041`, `"}`),
		},
		"a refusal in gzip": {
			operation: "token of a card",
			answer:    gzipBomb(http.StatusBadRequest),
		},
		"field errors": {
			operation: "token of a card",
			answer:    repeated(http.StatusBadRequest, `{"errors":[{}`, `,{}`, `]}`),
		},
		"a long text": {
			operation: "token of a card",
			answer:    repeated(http.StatusBadRequest, `{"errors":["`, `4`, `"]}`),
		},
	} {
		t.Run(name, func(t *testing.T) { //nolint:paralleltest // see above
			w := newHarness(t, acctest.Values{"max_retries": 0})
			w.Inject(tc.answer)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			operations[tc.operation].do(t.Context(), w.protocol, secrets)
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > maxMemory {
				t.Errorf("%d MiB were allocated", bytes>>20)
			}
		})
	}
}
