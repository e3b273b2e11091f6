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
	return fakeservice.Fault{Status: status, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: bytes.Repeat(stream.Bytes(), 512)}
}

// TestMemory gives operations answers that need much more memory than they have bytes. It is
// not parallel, because it counts what all tests allocate.
func TestMemory(t *testing.T) { //nolint:paralleltest // see above
	fill := func(before, each, after string) fakeservice.Fault { // as much as the client reads
		n := (4<<20 - len(before) - len(after)) / len(each)
		if commas := strings.Count(each, ","); commas > 0 {
			n = min(n, 99_990/commas)
		}
		return fakeservice.Fault{Status: http.StatusOK, Body: []byte(before + strings.Repeat(each, n) + after)}
	}
	for _, tc := range []struct { //nolint:paralleltest // see above
		doing, name string
		answer      fakeservice.Fault
	}{
		{"charges", "gzip", gzipBomb(http.StatusOK)},
		{"charges", "without ids", fill(`{"has_more":false,"items":[{}`, `,{}`, `]}`)},
		{"charges", "the same", fill(`{"has_more":false,"items":[{"id":"a"}`, `,{"id":"a"}`, `]}`)},
		{"charges", "metadata", fill(`{"has_more":false,"items":[{"id":"a","metadata":{"b":1`, `,"b":1`, `}}]}`)},
		{"charges", "more commas", fakeservice.Fault{Status: http.StatusOK, Body: []byte(`{"has_more":false,"items":[{}` + strings.Repeat(`,{}`, 1<<20) + `]}`)}},
		{"adopt with a token", "triggers", fill(`{"triggers":["a"`, `,"a"`, `]}`)},
		{"adopt with a token", "escapes", fill(`{"id":"`, `\u0041`, `"}`)},
		{"token of a card", "gzip", gzipBomb(http.StatusBadRequest)},
		{"token of a card", "field errors", fill(`{"errors":[{}`, `,{}`, `]}`)},
		{"token of a card", "a long text", fill(`{"errors":["`, `4`, `"]}`)},
	} {
		t.Run(tc.doing+" "+tc.name, func(t *testing.T) { //nolint:paralleltest // see above
			w := newHarness(t, acctest.Values{"max_retries": 0})
			if tc.doing == "token of a card" {
				tc.answer.Status = http.StatusBadRequest
			}
			w.Inject(tc.answer)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			operations[tc.doing].do(t.Context(), w.protocol, secrets)
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > maxMemory {
				t.Errorf("%d MiB were allocated", bytes>>20)
			}
		})
	}
}
