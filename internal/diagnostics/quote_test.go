// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

func TestQuoteValue(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value string
		want  string
	}{
		"short":         {value: "abc", want: `"abc"`},
		"with escapes":  {value: "a\"\x1b", want: `"a\"\x1b"`},
		"sixty":         {value: strings.Repeat("あ", 60), want: `"` + strings.Repeat("あ", 60) + `"`},
		"long":          {value: strings.Repeat("あ", 61), want: `"` + strings.Repeat("あ", 60) + `"…`},
		"no valid text": {value: "\xff", want: `"\xff"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := diagnostics.QuoteValue(tt.value); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
