// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package property

import (
	"maps"
	"testing"
)

// Runs are alike unless the environment asks for other cases.
func TestFlags(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ environment, want map[string]string }{
		"none":      {nil, map[string]string{"rapid.nofailfile": "true", "rapid.seed": "20260101", "rapid.checks": "7"}},
		"new seeds": {map[string]string{"RAPID_SEED": "0", "RAPID_CHECKS": "500"}, map[string]string{"rapid.nofailfile": "true"}},
	} {
		if got := flags(7, func(name string) string { return tc.environment[name] }); !maps.Equal(got, tc.want) {
			t.Errorf("%s: the flags are %v, want %v", name, got, tc.want)
		}
	}
}
