// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// withNulls returns an encoded charge with all attributes null but the fields.
func withNulls(t testing.TB, charge []byte, fields []string) []byte {
	t.Helper()
	dec := msgpack.NewDecoder(bytes.NewReader(charge))
	n, err := dec.DecodeMapLen()
	check(t, err)
	var out bytes.Buffer
	enc := msgpack.NewEncoder(&out)
	check(t, enc.EncodeMapLen(n))
	for range n {
		name, err := dec.DecodeString()
		check(t, err)
		value, err := dec.DecodeRaw()
		check(t, err)
		check(t, enc.EncodeString(name))
		if !slices.Contains(fields, name) {
			value = msgpack.RawMessage{0xc0} // null
		}
		out.Write(value)
	}
	return out.Bytes()
}

// Any fields are encoded as they are without a choice, and all others are null.
func TestEncode_fields(t *testing.T) {
	t.Parallel()
	all := map[string][]byte{}
	odd := oddCharges()
	for name, charge := range odd {
		encoded, err := rows.NewEncoder(nil).Encode([]paymentapi.Charge{charge})
		check(t, err)
		all[name] = sorted(t, encoded)
	}
	rapid.Check(t, func(rt *rapid.T) {
		fields := rapid.SliceOfDistinct(rapid.SampledFrom(rows.Fields()), rapid.ID).Draw(rt, "fields")
		encoder := rows.NewEncoder(fields)
		for name, charge := range odd {
			got, err := encoder.Encode([]paymentapi.Charge{charge})
			if err != nil {
				rt.Fatal(err)
			}
			if want := withNulls(t, all[name], fields); !bytes.Equal(sorted(t, got), want) {
				rt.Fatalf("%s is encoded as\n%q, want\n%q", name, got, want)
			}
		}
	})
}
