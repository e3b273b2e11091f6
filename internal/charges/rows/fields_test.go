// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func decoded(t *testing.T, encoder *rows.Encoder, charge paymentapi.Charge) map[string]any {
	t.Helper()
	encoded, err := encoder.Encode([]paymentapi.Charge{charge})
	check(t, err)
	var object map[string]any
	check(t, msgpack.Unmarshal(encoded, &object))
	return object
}

// Any fields are encoded as they are without a choice, and all others are null.
func TestEncode_fields(t *testing.T) {
	t.Parallel()
	choices := map[string][]string{"none": {}, "all": rows.Fields()}
	for _, field := range rows.Fields() {
		choices[field] = []string{field}
		choices["all but "+field] = slices.DeleteFunc(rows.Fields(), func(f string) bool { return f == field })
	}
	full := oddCharges()["all fields"]
	all := decoded(t, rows.NewEncoder(nil), full)
	for name, fields := range choices {
		want := maps.Clone(all)
		for field := range want {
			if !slices.Contains(fields, field) {
				want[field] = nil
			}
		}
		if got := decoded(t, rows.NewEncoder(fields), full); !reflect.DeepEqual(got, want) || len(got) != len(rows.Fields()) {
			t.Errorf("%s is encoded as %v, want %v", name, got, want)
		}
	}
}
