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

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// gzipBomb is an answer that becomes 512 MiB: several gzip streams in a row are one, too.
func gzipBomb(status int) fakeservice.Fault {
	var stream bytes.Buffer
	zip := gzip.NewWriter(&stream)
	_, _ = zip.Write(bytes.Repeat([]byte(" "), 1<<20)) // neither fails in memory
	_ = zip.Close()
	return fakeservice.Fault{Status: status, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: bytes.Repeat(stream.Bytes(), 512)}
}

// bombs are answers that need much more memory than they have bytes, by the
// operation that decodes the most of them.
func bombs() map[string]map[string]fakeservice.Fault {
	fill := func(before, each, after string) []byte { // as much as the client reads
		n := (4<<20 - len(before) - len(after)) / len(each)
		if commas := strings.Count(each, ","); commas > 0 {
			n = min(n, 99_990/commas)
		}
		return []byte(before + strings.Repeat(each, n) + after)
	}
	ok := func(body []byte) fakeservice.Fault { return fakeservice.Fault{Status: http.StatusOK, Body: body} }
	charges := map[string]fakeservice.Fault{
		"gzip":        gzipBomb(http.StatusOK),
		"blanks":      ok(bytes.Repeat([]byte(" "), 8<<20)),
		"without id":  ok(fill(`{"has_more":false,"items":[{}`, `,{}`, `]}`)),
		"the same":    ok(fill(`{"has_more":false,"items":[{"id":"a"}`, `,{"id":"a"}`, `]}`)),
		"more commas": ok([]byte(`{"has_more":false,"items":[{}` + strings.Repeat(`,{}`, 1<<20) + `]}`)),
		"nulls":       ok(fill(`{"has_more":false,"items":[null`, `,null`, `]}`)),
		"metadata":    ok(fill(`{"has_more":false,"items":[{"id":"a","metadata":{"b":1`, `,"b":1`, `}}]}`)),
	}
	return map[string]map[string]fakeservice.Fault{
		"charges":        charges,
		"charge summary": {"the same": charges["the same"]},
		"adopt with a token": {
			"triggers": ok(fill(`{"triggers":["a"`, `,"a"`, `]}`)),
			"escapes":  ok(fill(`{"id":"`, `\u0041`, `"}`)),
		},
		"token of a card": {
			"gzip":                 gzipBomb(http.StatusBadRequest),
			"gzip, 503":            gzipBomb(http.StatusServiceUnavailable),
			"field errors":         {Status: 400, Body: fill(`{"errors":[{}`, `,{}`, `]}`)},
			"field errors, nested": {Status: 400, Body: fill(`{"errors":[`, `[],`, `1]}`)},
			"a long reason":        {Status: 400, Body: fill(`{"errors":["`, `4`, `"]}`)},
		},
	}
}

// TestMemory is not parallel, because it counts what all tests allocate.
func TestMemory(t *testing.T) { //nolint:paralleltest // see above
	for doing, bombs := range bombs() { //nolint:paralleltest // see above
		for name, bomb := range bombs {
			t.Run(doing+" "+name, func(t *testing.T) { //nolint:paralleltest // see above
				w := newHarness(t, acctest.Values{"max_retries": 0})
				w.Inject(bomb)
				var diags acctest.Diagnostics
				if bytes := allocated(func() { _, diags = operations[doing].do(t.Context(), w.protocol, secrets) }); bytes > maxMemory {
					t.Errorf("%d MiB were allocated", bytes>>20)
				}
				expectNone(t, needles, "a message", diags.String())
			})
		}
	}
}
