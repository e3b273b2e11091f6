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
		"2025-06-22T16:00:55.1234567891Z":  "2025-06-22T16:00:55.123456789Z",
		"2025-06-22t16:00:55z":             "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55":              "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55.5+0900":       "2025-06-22T07:00:55.5Z",
		"2025-06-22T16:00:55-09:30":        "2025-06-23T01:30:55Z",
		"2025-06-22":                       "2025-06-22T00:00:00Z",
		"2025-06-22T23:59:59-23:59":        "2025-06-23T23:58:59Z",
		"2025-06-22T25:00:00Z":             "",
		"2025-06-22T16:60:00Z":             "",
		"2025-06-31T16:00:00Z":             "",
		"2025-02-29":                       "",
		"1750608055":                       "",
		"":                                 "",
		"2025-06-22T16:00:55Z and the day": "",
	} {
		at, ok := (&paymentapi.Charge{CreatedOn: &text}).Created()
		got := ""
		if ok {
			got = at.UTC().Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if at, ok := new(paymentapi.Charge).Created(); ok {
		t.Errorf("a charge without a time was created at %s", at)
	}
}
