// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"testing"
)

func TestSameTriggers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b []string
		want bool
	}{
		"both empty":   {nil, []string{}, true},
		"other order":  {[]string{"a", "b"}, []string{"b", "a"}, true},
		"one twice":    {[]string{"a"}, []string{"a", "a"}, true},
		"other case":   {[]string{"charge_finished"}, []string{"CHARGE_FINISHED"}, true},
		"one more":     {[]string{"a"}, []string{"a", "b"}, false},
		"another":      {[]string{"a"}, []string{"b"}, false},
		"none and one": {nil, []string{"a"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := sameTriggers(tc.a, tc.b); got != tc.want {
				t.Errorf("sameTriggers(%q, %q) = %t, want %t", tc.a, tc.b, got, tc.want)
			}
		})
	}
}
