// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestNameSuggestion(t *testing.T) {
	t.Parallel()
	known := []string{"charge_finished", "charge_refinished", "b"}
	for name, tt := range map[string]struct {
		given string
		want  string
	}{
		"known":                           {given: "charge_finished"},
		"known, and like another":         {given: "charge_refinished"},
		"like none":                       {given: "token_created"},
		"capitals":                        {given: "CHARGE_FINISHED", want: "charge_finished"},
		"a letter missing":                {given: "charge_finshed", want: "charge_finished"},
		"a letter added":                  {given: "charge_finnished", want: "charge_finished"},
		"two letters replaced":            {given: "charge-finishet", want: "charge_finished"},
		"two letters that change places":  {given: "charge_finsihed", want: "charge_finished"},
		"capitals, and a letter missing":  {given: "ChargeFinished", want: "charge_finished"},
		"three letters":                   {given: "charges_finish"},
		"letters that are not ASCII":      {given: "châŕge_finished", want: "charge_finished"},
		"much longer than any name":       {given: strings.Repeat("charge_finished", 1000)},
		"shorter than what may be missed": {given: "c", want: "b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := validators.NameSuggestion(tt.given, known); got != tt.want {
				t.Errorf("NameSuggestion(%q) = %q, want %q", tt.given, got, tt.want)
			}
		})
	}
}
