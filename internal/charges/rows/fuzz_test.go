// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func FuzzEncode(f *testing.F) {
	f.Add("id", "text", "key", int64(1), int64(10), int64(-2), byte(0))
	f.Add("", "\x00\xff", "", int64(-1<<63), int64(1<<62), int64(300), byte(255))
	f.Fuzz(func(t *testing.T, id, text, key string, whole, mantissa, exponent int64, present byte) {
		decimal := paymentapi.PlainNumber(strconv.FormatInt(mantissa, 10), int(exponent%300))
		charge := paymentapi.Charge{ID: id, Metadata: map[string]*string{key: &text, key + text: nil}}
		for bit, fill := range []func(){
			func() { charge.RequestedAmount = wholeNumber(whole) },
			func() { charge.FeeAmountFormatted = &decimal },
			func() { charge.Status = &text },
			func() { charge.Redirect = charge.Metadata },
			func() { charge.OnlyDirectCurrency = new(bool) },
			func() { charge.Metadata = nil },
			func() { charge.Error = &key },
			func() {
				charge.ChargedAmountFormatted = ptr(paymentapi.PlainNumber(strconv.FormatInt(mantissa, 10), -int(uint64(exponent)%20)))
			},
		} {
			if present&(1<<bit) != 0 {
				fill()
			}
		}
		list := []paymentapi.Charge{charge, {ID: text}}
		if got, want := encodeList(t, list), frameworkEncoding(t, list); !bytes.Equal(got, want) {
			t.Errorf("encoded as\n%q\nthe framework has\n%q", got, want)
		}
	})
}
