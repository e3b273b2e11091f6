// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestCharge_Created(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"2025-06-22T16:00:55.436116Z":      "2025-06-22T16:00:55.436116Z",
		"2025-06-22T16:00:55,5+09:00":      "2025-06-22T07:00:55.5Z",
		"2025-06-22t16:00:55z":             "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55":              "2025-06-22T16:00:55Z",
		"2025-06-22 16:00:55.5 +0900":      "2025-06-22T07:00:55.5Z",
		"2025-06-22 16:00:55-09:30":        "2025-06-23T01:30:55Z",
		"2025-06-22 16:00:55 UTC":          "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55+09":           "2025-06-22T07:00:55Z",
		"2025-06-22T16:00":                 "2025-06-22T16:00:00Z",
		"2025-06-22T16:00Z":                "2025-06-22T16:00:00Z",
		"20250622T160055Z":                 "2025-06-22T16:00:55Z",
		"20250622T160055.25+0900":          "2025-06-22T07:00:55.25Z",
		"20250622T1600":                    "2025-06-22T16:00:00Z",
		"2025-06-30T24:00:00Z":             "2025-07-01T00:00:00Z",
		"2025-12-31t24:00:00.000+09:00":    "2025-12-31T15:00:00Z",
		"2025-06-22T16:00:55.1234567891Z":  "2025-06-22T16:00:55.123456789Z",
		"2025-06-22T24:00:01Z":             "",
		"2025-06-22T24:00:00.1Z":           "",
		"2025-06-22T25:00:00Z":             "",
		"2025-06-22T16:60:00Z":             "",
		"2025-06-31T16:00:00Z":             "",
		"2025-06-22T16:00:00+00:60":        "",
		"2025-06-22T16:00:00+24:00":        "",
		"2025-06-22":                       "",
		"2025-06-22T16":                    "",
		"2025-W25-7T16:00:00Z":             "",
		"1750608055":                       "",
		"":                                 "",
		"2025-06-22T16:00:55Z and the day": "",
	} {
		created, ok := (&paymentapi.Charge{CreatedOn: &text}).Created()
		got := ""
		if ok {
			got = created.UTC().Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, ok := (&paymentapi.Charge{}).Created(); ok {
		t.Error("a charge without created_on has a time")
	}
}
