// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Any list, read from any service, is the list that one cursor gives.
func TestRead_anyList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		q := paymentapi.ChargeQuery{
			PageSize:   rapid.IntRange(10, 100).Draw(rt, "page size"),
			Direction:  rapid.SampledFrom([]string{"", "asc", "desc"}).Draw(rt, "direction"),
			MaxResults: rapid.SampledFrom([]int{0, 0, 0, 1, 500, 1200, 10_000}).Draw(rt, "max results"),
			Currency:   rapid.SampledFrom([]string{"", "", "JPY"}).Draw(rt, "currency"),
		}
		if rapid.IntRange(0, 4).Draw(rt, "bounded") == 0 {
			q.From = epoch.Add(time.Duration(rapid.IntRange(0, 1000).Draw(rt, "from")) * time.Hour).Format(time.RFC3339)
		}
		m := anyService(rt, q)
		var (
			got, want []string
			result    *fetch.Result
			err       error
		)
		synctest.Test(t, func(t *testing.T) {
			want = m.oneCursor(t, q)
			result, got, err = m.read(t, q)
		})
		if err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(got, want) || result.Len != len(want) {
			rt.Fatalf("%d charges in %d parts, %d by one cursor", len(got), result.Parts, len(want))
		}
	})
}

func anyService(rt *rapid.T, q paymentapi.ChargeQuery) *memory {
	flag := rapid.Bool()
	gaps := rapid.SliceOfN(rapid.SampledFrom([]time.Duration{0, 1, 999, time.Microsecond, time.Second, time.Hour, 90 * time.Hour}), 1, 20).Draw(rt, "gaps")
	n := rapid.IntRange(0, 2500).Draw(rt, "charges")
	stretch := rapid.IntRange(1, 200).Draw(rt, "stretch")
	created, times := epoch, make([]time.Time, n)
	for i := range times {
		created = created.Add(gaps[i/stretch%len(gaps)])
		times[i] = created.Truncate(time.Microsecond)
	}
	seldom := func(what string) bool { return rapid.IntRange(0, 9).Draw(rt, what) == 0 }
	m := &memory{
		charges:      spread(n, func(i int) time.Time { return times[i] }),
		latency:      latency,
		concurrency:  rapid.IntRange(1, 20).Draw(rt, "concurrency"),
		totalOnce:    flag.Draw(rt, "total_hits at first only"),
		wrongTotal:   rapid.SampledFrom([]int64{0, 0, 0, 0, -3, 5, 1 << 62}).Draw(rt, "error of total_hits"),
		maxTotal:     rapid.SampledFrom([]int64{0, 0, 0, 1000}).Draw(rt, "cap of total_hits"),
		pageTotal:    seldom("total_hits of the page"),
		cursorTotal:  seldom("no total_hits with a cursor"),
		ignoreAsc:    seldom("asc ignored"),
		ignoreBounds: seldom("bounds ignored"),
		wholeDays:    seldom("whole days"),
		wholeSeconds: seldom("whole seconds"),
		forgetful:    seldom("filters forgotten"),
		inclusive:    seldom("cursor repeated"),
		skewed:       rapid.SampledFrom([]time.Duration{0, 0, 0, 0, time.Second, -time.Second}).Draw(rt, "skew"),
	}
	if seldom("created_on in seconds") {
		m.charges = coarse(m.charges)
	}
	if seldom("bounds refused") {
		m.fail = atBounds(q.From, q.To, &paymentapi.Error{Fault: paymentapi.FaultUnavailable, StatusCode: 503})
	}
	if seldom("one at a time") {
		m.busy = &paymentapi.Error{Fault: paymentapi.FaultUnavailable, StatusCode: 503}
	}
	return m
}
