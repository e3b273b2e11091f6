// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// set writes a value into a field of each charge.
func set(field string, value any) func(*fakeservice.Behavior) {
	return mutated(func(charge map[string]any) { charge[field] = value })
}

// A field that nothing asks for may be of any type.
func TestRead_unwantedField(t *testing.T) {
	t.Parallel()
	spoilt := map[string]func(*fakeservice.Behavior){
		"redirect":         set("redirect", []any{"x"}),
		"metadata":         set("metadata", "x"),
		"store_name":       set("store_name", 5),
		"created_on":       set("created_on", 1755553111),
		"merchant_name":    set("merchant_name", []any{}),
		"status, in an id": set("descriptor", map[string]any{"id": 5}),
	}
	for field, behavior := range sample.Of(3, spoilt) {
		for way, read := range allWays() {
			t.Run(field+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(150, fakeservice.SeedOptions{})
				service.Set(behavior)
				config := acctest.Values{"store_id": storeID, "page_size": 10}
				if way == "summary" {
					config["group_by"] = []string{"status"}
				} else {
					config["fields"] = []string{"id"}
				}
				result, diags := read(acctest.Configured(t, server, nil), t, config)
				if diags.Errors() != "" {
					t.Fatal(diags)
				}
				if way == "summary" {
					if whole(result["charge_count"]) != 150 {
						t.Errorf("%v charges", result["charge_count"])
					}
				} else if got := idsIn(t, result); !slices.Equal(got, stored(service)) {
					t.Errorf("%d charges", len(got))
				}
			})
		}
	}
}

// A field that is asked for ends the read, and the error says how to do without
// it if that is possible.
func TestRead_wantedField(t *testing.T) {
	t.Parallel()
	const out = "omit this one. Then it cannot make the read fail."
	tests := map[string]struct {
		behavior func(*fakeservice.Behavior)
		config   acctest.Values
		summary  bool
		says     []string
		not      string
	}{
		"all fields":               {behavior: set("redirect", []any{"x"}), says: []string{"redirect is not an object", out}},
		"one field":                {behavior: set("redirect", "x"), config: acctest.Values{"fields": []string{"redirect"}}, says: []string{"redirect", out}},
		"created_on":               {behavior: set("created_on", 5), config: acctest.Values{"fields": []string{"id", "created_on"}}, says: []string{"created_on is a number", out}},
		"an amount of the summary": {behavior: set("fee_amount", "much"), summary: true, says: []string{"fee_amount"}, not: "`fields`"},
		"a group of the summary":   {behavior: set("status", 5), summary: true, config: acctest.Values{"group_by": []string{"status"}}, says: []string{"status is a number"}, not: "`fields`"},
		"no id":                    {behavior: set("id", nil), says: []string{"no id", "An element without an id"}, not: out},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(30, fakeservice.SeedOptions{})
			service.Set(tt.behavior)
			read := ways["data source"]
			if tt.summary {
				read = readSummary
			}
			_, diags := read(acctest.Configured(t, server, nil), t, tt.config)
			for _, text := range tt.says {
				if !strings.Contains(diags.Errors(), text) {
					t.Errorf("%q is not in: %s", text, diags)
				}
			}
			if tt.not != "" && strings.Contains(diags.Errors(), tt.not) {
				t.Errorf("%q is in: %s", tt.not, diags)
			}
		})
	}
}

// A map that is written as an empty array is empty, and a has_more as text is
// what it says.
func TestRead_otherForms(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*fakeservice.Behavior){
		"redirect": set("redirect", []any{}),
		"metadata": set("metadata", []any{}),
	}
	for field, behavior := range tests {
		for way, read := range ways {
			t.Run(field+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(30, fakeservice.SeedOptions{})
				service.Set(behavior)
				result, diags := read(acctest.Configured(t, server, nil), t, acctest.Values{})
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				if value, ok := list(t, result)[0][field].(map[string]any); !ok || len(value) != 0 {
					t.Errorf("%s is %v", field, list(t, result)[0][field])
				}
			})
		}
	}
}

// Times without a T are times too, and what is none is not silently left out.
func TestSummary_otherTimes(t *testing.T) {
	t.Parallel()
	const title = "Charges Without a Readable Time"
	tests := map[string]struct {
		behavior func(*fakeservice.Behavior)
		day      any
		warns    string
	}{
		"a space":                     {createdAs("2006-01-02 15:04:05"), "2025-08-18", ""},
		"a space and a fraction":      {createdAs("2006-01-02 15:04:05.000000"), "2025-08-18", ""},
		"a space and an offset":       {createdAs("2006-01-02 15:04:05+00:00"), "2025-08-18", ""},
		"a short offset":              {createdAs("2006-01-02 15:04:05+00"), "2025-08-18", ""},
		"an offset without its colon": {createdAs("2006-01-02T15:04:05+0000"), "2025-08-18", ""},
		"in words":                    {createdAs(time.RFC1123), nil, "created_on` of 3 charges"},
		"a number":                    {set("created_on", 1755553111), nil, "created_on` of 3 charges"},
		"nothing":                     {set("created_on", nil), nil, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			for i := range 3 {
				service.AddCharges(fakeservice.Charge{CreatedOn: time.Date(2025, 8, 18, 21, 38, 31+i, 0, time.UTC)})
			}
			service.Set(tt.behavior)
			result, diags := readSummary(acctest.Configured(t, server, nil), t, acctest.Values{"group_by": []string{"day"}})
			if diags.Errors() != "" || strings.Count(diags.Warnings(), title) != min(len(tt.warns), 1) || !strings.Contains(diags.Warnings(), tt.warns) {
				t.Errorf("diagnostics: %s", diags)
			}
			groups, _ := result["groups"].([]any)
			if len(groups) != 1 || object(object(groups[0])["key"])["day"] != tt.day {
				t.Errorf("groups %v", groups)
			}
			if (result["oldest_created_on"] != nil) != (tt.day != nil) {
				t.Errorf("the oldest is of %v", result["oldest_created_on"])
			}
		})
	}
}
