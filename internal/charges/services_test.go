// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// oddService is a service that reads unlike others, and what comes of its list.
type oddService struct {
	behavior func(*fakeservice.Behavior)
	fault    func(*fakeservice.Service) fakeservice.Fault
	provider acctest.Values
	// arguments of the data source besides the store, as text for the CLI.
	arguments map[string]string
	charges   int                     // 200 if 0, in pages of 10
	want      func([]string) []string // of the ids in the store, newest first; all if nil
	warns     string                  // nothing if empty
}

// atBounds matches what only finds a place to divide the list.
func atBounds(r fakeservice.Request) bool {
	return !r.Query.Has("cursor") && (r.Query.Has("to") || r.Query.Has("from"))
}

// inTheMiddle matches the pages that one cursor would not ask for.
func inTheMiddle(s *fakeservice.Service) func(fakeservice.Request) bool {
	ends := map[string]bool{"": true}
	for i, id := range stored(s) {
		if i%10 == 9 {
			ends[id] = true
		}
	}
	return func(r fakeservice.Request) bool { return !ends[r.Query.Get("cursor")] }
}

func refused(status int) func(*fakeservice.Service) fakeservice.Fault {
	return func(*fakeservice.Service) fakeservice.Fault {
		return fakeservice.Fault{Match: atBounds, Status: status}
	}
}

func written(text fakeservice.TotalHitsText) func(*fakeservice.Behavior) {
	return func(b *fakeservice.Behavior) { b.TotalHitsText = text }
}

func mutated(change func(map[string]any)) func(*fakeservice.Behavior) {
	return func(b *fakeservice.Behavior) { b.ChargeMutator = change }
}

// createdAs writes created_on in another layout.
func createdAs(layout string) func(*fakeservice.Behavior) {
	return mutated(func(charge map[string]any) {
		text, _ := charge["created_on"].(string)
		if created, err := time.Parse(time.RFC3339, text); err == nil {
			charge["created_on"] = created.UTC().Format(layout)
		}
	})
}

var oddServices = map[string]oddService{
	"a part is refused with 400": {fault: refused(400)},
	"a part is refused with 403": {fault: refused(403)},
	"a part is refused with 404": {fault: refused(404)},
	"a part is refused with 405": {fault: refused(405)},
	"a part is refused with 408": {fault: refused(408)},
	"a part is refused with 409": {fault: refused(409)},
	"a part is refused with 413": {fault: refused(413)},
	"a part is refused with 422": {fault: refused(422)},
	"a part is refused with 431": {fault: refused(431)},
	"a part is refused with 500": {fault: refused(500)},
	"a part is refused with 502": {fault: refused(502)},
	"a part is refused with 503": {fault: refused(503)},
	"a part is refused with 504": {fault: refused(504)},
	"a part is slower than request_timeout": {
		provider: acctest.Values{"request_timeout": "1s", "max_retries": 0},
		fault: func(*fakeservice.Service) fakeservice.Fault {
			return fakeservice.Fault{Match: atBounds, Break: fakeservice.BreakHang}
		},
	},
	"a part is no list": {fault: func(*fakeservice.Service) fakeservice.Fault {
		return fakeservice.Fault{Match: atBounds, Status: 200, Body: []byte("{}")}
	}},
	"the cursor of a part is refused": {
		provider: acctest.Values{"max_retries": 0},
		fault: func(s *fakeservice.Service) fakeservice.Fault {
			return fakeservice.Fault{Match: inTheMiddle(s), Status: http.StatusServiceUnavailable}
		},
	},
	"one request at a time": {behavior: func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{AtOnce: 1} }},

	"total_hits of 2^62":         {behavior: written(fakeservice.LiteralTotalHits("4611686018427387904")), warns: "Fewer Charges Than Counted"},
	"absurd, on one page":        {charges: 8, behavior: written(fakeservice.WrongTotalHits(1_000_000_000)), warns: "Fewer Charges Than Counted"},
	"capped at a tenth":          {charges: 1200, behavior: written(fakeservice.CappedTotalHits(120)), warns: "More Charges Than Counted"},
	"counted by the page":        {charges: 700, behavior: written(fakeservice.PageTotalHits), warns: "More Charges Than Counted"},
	"counted without a cursor":   {behavior: written(fakeservice.TotalHitsWithoutCursor)},
	"none with a cursor":         {behavior: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage }},
	"zero":                       {behavior: written(fakeservice.LiteralTotalHits("0")), warns: "More Charges Than Counted"},
	"as text":                    {behavior: written(fakeservice.LiteralTotalHits(`"200"`))},
	"with a fraction":            {behavior: written(fakeservice.LiteralTotalHits("12.5"))},
	"far too large":              {behavior: written(fakeservice.LiteralTotalHits("1e30"))},
	"null":                       {behavior: written(fakeservice.LiteralTotalHits("null"))},
	"a few less than there are":  {behavior: written(fakeservice.WrongTotalHits(-7)), warns: "listed 200"},
	"a few more than there are":  {behavior: written(fakeservice.WrongTotalHits(7)), warns: "listed only 200"},
	"capped, and enough results": {behavior: written(fakeservice.CappedTotalHits(120)), arguments: map[string]string{"max_results": "150"}, want: func(ids []string) []string { return ids[:150] }, warns: "More Charges Than Counted"},
	"after a cursor, oldest first": {
		arguments: map[string]string{"cursor": "newest", "cursor_direction": "asc"},
		behavior:  written(fakeservice.LiteralTotalHits("5000000")),
		want:      func([]string) []string { return []string{} },
	},
	"long metadata on the newest": {
		behavior: func(b *fakeservice.Behavior) {
			b.TotalHitsText = fakeservice.WrongTotalHits(20_000)
			left := atomic.Int64{}
			left.Store(10)
			b.ChargeMutator = func(charge map[string]any) {
				if left.Add(-1) >= 0 {
					charge["metadata"] = map[string]any{"note": strings.Repeat("long ", 10_000)}
				}
			}
		},
		warns: "Fewer Charges Than Counted",
	},

	"forgets from and to": {
		arguments: map[string]string{"from": "2025-06-01"},
		behavior:  func(b *fakeservice.Behavior) { b.ForgetFilters = true },
		warns:     "Charges Outside of the Filters",
	},
	"cuts from to the day": {
		arguments: map[string]string{"from": "2025-01-01T12:00:00Z"},
		behavior:  func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true },
		warns:     "Charges Outside of the Filters",
	},
	"knows no asc":      {behavior: func(b *fakeservice.Behavior) { b.IgnoreAsc = true }},
	"seconds only":      {behavior: createdAs("2006-01-02T15:04:05Z")},
	"milliseconds":      {behavior: createdAs("2006-01-02T15:04:05.000Z")},
	"five digits":       {behavior: createdAs("2006-01-02T15:04:05.00000Z")},
	"no zone":           {behavior: createdAs("2006-01-02T15:04:05")},
	"no created_on":     {behavior: mutated(func(charge map[string]any) { delete(charge, "created_on") })},
	"amounts as text":   {behavior: mutated(func(charge map[string]any) { charge["fee_amount_formatted"] = "10.50" })},
	"whole amounts 1e3": {behavior: func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberExponent }},
	"other letter cases": {behavior: mutated(func(charge map[string]any) {
		charge["ID"], charge["Status"], charge["CREATED_ON"] = "legacy", "LEGACY", "never"
	})},
	"pages of its own size":    {behavior: func(b *fakeservice.Behavior) { b.MaxPageItems = 4 }},
	"pages longer than asked":  {behavior: func(b *fakeservice.Behavior) { b.ExtraPageItems = 7 }},
	"a byte order mark":        {behavior: func(b *fakeservice.Behavior) { b.ByteOrderMark = true }},
	"fields that nobody knows": {behavior: func(b *fakeservice.Behavior) { b.ExtraFields = map[string]any{"x": map[string]any{"id": "y"}} }},
}

// begin starts the service and returns the ids that are to be listed.
func (o oddService) begin(t *testing.T) (*fakeservice.Server, map[string]string, []string) {
	t.Helper()
	service, server := acctest.Start(t)
	n := o.charges
	if n == 0 {
		n = 200
	}
	service.SeedCharges(n, fakeservice.SeedOptions{})
	want := stored(service)
	arguments := map[string]string{"page_size": "10"}
	for name, value := range o.arguments {
		if value == "newest" {
			value = want[0]
		}
		arguments[name] = value
	}
	if o.behavior != nil {
		service.Set(o.behavior)
	}
	if o.fault != nil {
		service.Inject(o.fault(service))
	}
	if from, ok := arguments["from"]; ok && strings.HasSuffix(o.warns, "Filters") {
		want = o.listed(service, from)
	}
	if o.want != nil {
		want = o.want(want)
	}
	return server, arguments, want
}

// listed returns the ids that one cursor finds at a service that mistakes from.
func (o oddService) listed(service *fakeservice.Service, from string) []string {
	if len(from) == len(time.DateOnly) {
		return stored(service) // all pages but the first are of the whole store
	}
	ids := []string{}
	for _, charge := range service.Charges(storeID) {
		if charge.CreatedOn.Format(time.DateOnly) >= from[:len(time.DateOnly)] {
			ids = append(ids, charge.ID)
		}
	}
	return ids
}

// Whatever a service does with its list, the result is the one that a single
// cursor gives, and what is strange about it is reported.
func TestRead_oddServices(t *testing.T) {
	t.Parallel()
	for name, odd := range sample.Of(5, oddServices) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, arguments, want := odd.begin(t)
			config := acctest.Values{"store_id": storeID}
			for argument, value := range arguments {
				config[argument] = value
				if n, err := strconv.Atoi(value); err == nil {
					config[argument] = n
				}
			}
			result, diags := acctest.Configured(t, server, odd.provider).Read(t.Context(), typeName, config)
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			if got := idsIn(t, result); !slices.Equal(got, want) {
				t.Errorf("%d charges, not the %d of one cursor", len(got), len(want))
			}
			if warnings := diags.Warnings(); odd.warns == "" && warnings != "" || !strings.Contains(warnings, odd.warns) {
				t.Errorf("warnings %q, want %q", warnings, odd.warns)
			}
		})
	}
}

// The same with a real CLI.
func TestAccCharges_oddServices(t *testing.T) {
	t.Parallel()
	for name, odd := range oddServices {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, arguments, want := odd.begin(t)
			var config strings.Builder
			for _, block := range []struct {
				header    string
				arguments map[string]any
			}{
				{`provider "paymentservice"`, odd.provider},
				{`data "paymentservice_charges" "all"`, asAny(arguments)},
			} {
				config.WriteString(block.header + " {\n")
				for argument, value := range block.arguments {
					fmt.Fprintf(&config, "  %s = %q\n", argument, fmt.Sprint(value))
				}
				config.WriteString("}\n")
			}
			config.WriteString("output \"digest\" { value = sha256(join(\",\", data.paymentservice_charges.all.charges[*].id)) }\n")
			cli := acctest.NewCLI(t, server, "1.2")
			cli.Write("main.tf", config.String())
			said := cli.Run("plan", "-input=false", "-no-color")
			if digest := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(want, ",")))); !strings.Contains(said, digest) {
				t.Errorf("the list is not that of one cursor: %s", said)
			}
			if warned := strings.Contains(said, "Charges Than Counted") || strings.Contains(said, "of the Filters"); warned != (odd.warns != "") || !strings.Contains(said, odd.warns) {
				t.Errorf("no warning %q: %s", odd.warns, said)
			}
		})
	}
}

func asAny(texts map[string]string) map[string]any {
	values := map[string]any{}
	for name, text := range texts {
		values[name] = text
	}
	return values
}
