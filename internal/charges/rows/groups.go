// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows

import (
	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

// group is a group of charges as the protocol has it.
type group struct {
	Charged   map[string]sum     `msgpack:"charged"`
	Count     int64              `msgpack:"count"`
	Fees      map[string]sum     `msgpack:"fees"`
	Key       map[string]*string `msgpack:"key"`
	Requested map[string]sum     `msgpack:"requested"`
}

type sum struct {
	Amount          decimal  `msgpack:"amount"`
	AmountFormatted *decimal `msgpack:"amount_formatted"`
	Count           int64    `msgpack:"count"`
}

// EncodeGroups returns groups of charges as elements of a list, without the
// list's own header. The names are those of their keys.
func EncodeGroups(names []string, groups []*totals.Group) ([]byte, error) {
	return encodeAll(0, func(enc *msgpack.Encoder) error {
		for _, g := range groups {
			key := make(map[string]*string, len(names))
			for i, name := range names {
				key[name] = g.Key[i]
			}
			one := group{Charged: sums(g.Charged), Count: g.Count, Fees: sums(g.Fees), Key: key, Requested: sums(g.Requested)}
			if err := enc.Encode(&one); err != nil {
				return err
			}
		}
		return nil
	})
}

func sums(of totals.Sums) map[string]sum {
	byCurrency := make(map[string]sum, len(of))
	for currency, s := range of {
		byCurrency[currency] = sum{decimal(s.Amount()), (*decimal)(s.Formatted()), s.Count}
	}
	return byCurrency
}
