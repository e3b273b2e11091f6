// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package property

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// finds makes TestMain_finds fail.
const finds = "PROPERTY_TEST_FINDS"

func TestMain(m *testing.M) { Main(m, 7) }

func TestMain_finds(t *testing.T) {
	t.Parallel()
	if os.Getenv(finds) == "" {
		t.Skip("it fails, and TestMain_seeds runs it for that")
	}
	rapid.Check(t, func(rt *rapid.T) { rt.Fatal(rapid.Uint64().Draw(rt, "number")) })
}

// TestMain_seeds: runs are alike unless the environment asks for other cases, and a
// failure names the seed.
func TestMain_seeds(t *testing.T) {
	t.Parallel()

	seed := func(environment ...string) string {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMain_finds$")
		cmd.Env = append(environment, finds+"=1")
		said, err := cmd.CombinedOutput()
		found := regexp.MustCompile(`-rapid\.seed=(\d+)`).FindSubmatch(said)
		if err == nil || found == nil {
			t.Fatalf("error %v, no seed in:\n%s", err, said)
		}
		return string(found[1])
	}
	if first := seed(); first != seed() {
		t.Error("two runs have different seeds")
	}
	if random := seed("RAPID_SEED=0"); random == seed("RAPID_SEED=0") {
		t.Error("two runs with new seeds have the same")
	}
	if got := seed("RAPID_SEED=5"); got != "5" {
		t.Errorf("the seed is %s, want 5", got)
	}
}
