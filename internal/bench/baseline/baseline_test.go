// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline_test

import (
	"os/exec"
	"strings"
	"testing"
)

// What the provider is compared with is no part of it.
func TestBaseline_isNotShipped(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "../../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := string(out)
	if !strings.Contains(deps, "/internal/charges\n") {
		t.Fatalf("the provider does not depend on its charges:\n%s", deps)
	}
	if strings.Contains(deps, "/internal/bench") {
		t.Error("the provider depends on what it is compared with")
	}
}
