// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

// The file has the values that each rule accepts, out of all combinations of some
// parts.
func TestAccepted(t *testing.T) {
	t.Parallel()

	phone := golden.Combine([]string{"", "0", "+81", "03-", "０３"}, []string{"", "1", "12345678901234", "123456789012345"})
	golden.Accepted(t, "accepted.golden", map[string]golden.Rule{
		"month":        {Check: checkMonth, Values: golden.Combine([]string{"", "0", "1", "00", "+", " "}, []string{"", "0", "1", "2", "3", "9"})},
		"year":         {Check: checkYear, Values: golden.Combine([]string{"", "0", "20", "2", "x"}, []string{"", "3", "31", "031"})},
		"country code": {Check: checkCountryCode, Values: []string{"81", "1", "1246", "", "+81", "JP", "8 1"}},
		"local number": {Check: checkLocalNumber, Values: phone},
		"period": {
			Check:  checkExpirationPeriod,
			Values: golden.Combine([]string{"P", "PT"}, []string{"0", "1", "8", "9", "29", "30", "60", "61", "0.5", "0,5", "1440"}, []string{"Y", "M", "W", "D", "H", "S"}, []string{"", "T1S", "T0H"}),
		},
	})
}
