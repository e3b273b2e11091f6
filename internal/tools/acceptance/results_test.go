// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

// A run in which tests did not run that the CLI can run fails, even if no test failed.
func TestJudge(t *testing.T) {
	t.Parallel()
	terraform := func(number string) *cli.CLI { return &cli.CLI{Version: version.Must(version.NewVersion(number))} }
	openTofu := &cli.CLI{Version: version.Must(version.NewVersion("1.12.6")), OpenTofu: true}
	const tooOld = "Terraform 1.11.4 is too old: this needs version 1.14"
	for name, tc := range map[string]struct {
		cli     *cli.CLI
		passed  []string
		skipped map[string]string
		says    string
		fails   string
	}{
		"all ran": {
			cli:    terraform("1.14.0"),
			passed: []string{"TestAccA", "TestAccB"},
			says:   "   2 of 2 acceptance tests ran with Terraform 1.14.0\n",
		},
		"a test has not run": {
			cli:    terraform("1.14.0"),
			passed: []string{"TestAccA"},
			says:   "   1 of 1 acceptance tests ran with Terraform 1.14.0\n",
			fails:  "TestAccB did not run",
		},
		"none has run": {
			cli:   terraform("1.14.0"),
			says:  "   0 of 0 acceptance tests ran with Terraform 1.14.0\n",
			fails: "TestAccB did not run",
		},
		"a release that is too old for a few": {
			cli: terraform("1.11.4"),
			passed: []string{
				"TestAccA", "TestAccB", "TestAccB/1", "TestAccB/2", "TestAccB/3",
				"TestAccB/4", "TestAccB/5", "TestAccB/6", "TestAccB/7",
			},
			skipped: map[string]string{"TestAccB/8": tooOld},
			says:    "   1 skipped: " + tooOld + "\n   8 of 9 acceptance tests ran with Terraform 1.11.4\n",
		},
		"the same release for most": {
			cli:     terraform("1.11.4"),
			passed:  []string{"TestAccA"},
			skipped: map[string]string{"TestAccB": tooOld},
			says:    "   1 skipped: " + tooOld + "\n   1 of 2 acceptance tests ran with Terraform 1.11.4\n",
			fails:   "only 1 of 2 tests ran",
		},
		"a release that has everything": {
			cli:     terraform("1.14.0"),
			passed:  []string{"TestAccA"},
			skipped: map[string]string{"TestAccB": "Terraform 1.14.0 is too old: this needs version 1.15"},
			says: "   1 skipped: Terraform 1.14.0 is too old: this needs version 1.15\n" +
				"   1 of 2 acceptance tests ran with Terraform 1.14.0\n",
			fails: "only 1 of 2 tests ran, and Terraform 1.14.0 has what 100% of them need",
		},
		"another release than the one that was found": {
			cli:     openTofu,
			passed:  []string{"TestAccA"},
			skipped: map[string]string{"TestAccB": tooOld},
			says:    "   1 of 1 acceptance tests ran with OpenTofu 1.12.6\n",
			fails:   "TestAccB was skipped: " + tooOld,
		},
		"no CLI": {
			cli:     terraform("1.14.0"),
			skipped: map[string]string{"TestAccA": "acceptance tests run only if TF_ACC is set", "TestAccB": ""},
			says:    "   0 of 0 acceptance tests ran with Terraform 1.14.0\n",
			fails:   "TestAccA was skipped: acceptance tests run only if TF_ACC is set",
		},
		"a tool that is not there": {
			cli:     terraform("1.14.0"),
			passed:  []string{"TestAccA"},
			skipped: map[string]string{"TestAccB": permitted[0]},
			says:    "   1 skipped: " + permitted[0] + "\n   1 of 1 acceptance tests ran with Terraform 1.14.0\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newResults(io.Discard)
			for _, name := range tc.passed {
				r.add(event{Action: "pass", Package: "p", Test: name})
			}
			for name, reason := range tc.skipped {
				r.add(event{Action: "output", Package: "p", Test: name, Output: "    a_test.go:1: " + reason + "\n"})
				r.add(event{Action: "skip", Package: "p", Test: name})
			}
			r.add(event{Action: "pass", Package: "p"})

			var says strings.Builder
			err := r.judge(tc.cli, map[string][]string{"p": {"TestAccA", "TestAccB"}}, &says)
			if says.String() != tc.says {
				t.Errorf("says %q, want %q", says.String(), tc.says)
			}
			if (err != nil) != (tc.fails != "") || err != nil && !strings.Contains(err.Error(), tc.fails) {
				t.Errorf("fails with %v, want %q", err, tc.fails)
			}
		})
	}
}

// What fails is shown, and what passes or is skipped is not.
func TestResults_read(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ events, want string }{
		"tests side by side": {
			events: `{"Action":"output","Package":"p","Test":"TestAccA","Output":"=== RUN   TestAccA\n"}
{"Action":"output","Package":"p","Test":"TestAccA","Output":"    a_test.go:1: wrong\n"}
{"Action":"output","Package":"p","Test":"TestAccB","Output":"    b_test.go:1: as expected\n"}
{"Action":"output","Package":"p","Test":"TestAccB","Output":"--- PASS: TestAccB (0.10s)\n"}
{"Action":"pass","Package":"p","Test":"TestAccB"}
{"Action":"output","Package":"p","Test":"TestAccA","Output":"--- FAIL: TestAccA (0.10s)\n"}
{"Action":"fail","Package":"p","Test":"TestAccA"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.2s\n"}
{"Action":"fail","Package":"p"}`,
			want: "    a_test.go:1: wrong\n--- FAIL: TestAccA (0.10s)\nFAIL\tp\t0.2s\n",
		},
		"a panic": {
			events: `{"Action":"output","Package":"p","Test":"TestAccA","Output":"panic: no\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.2s\n"}
{"Action":"fail","Package":"p"}`,
			want: "FAIL\tp\t0.2s\npanic: no\n",
		},
		"a package that does not compile": {
			events: `{"Action":"build-output","ImportPath":"p","Output":"a.go:1: syntax error\n"}
{"Action":"fail","Package":"p","FailedBuild":"p"}`,
			want: "a.go:1: syntax error\n",
		},
		"a package that passes": {
			events: `{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"ok  \tp\t0.2s\n"}
{"Action":"pass","Package":"p"}`,
			want: "ok  \tp\t0.2s\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var shown strings.Builder
			if err := newResults(&shown).read(strings.NewReader(tc.events)); err != nil {
				t.Fatal(err)
			}
			if shown.String() != tc.want {
				t.Errorf("shows %q, want %q", shown.String(), tc.want)
			}
		})
	}
	if err := newResults(io.Discard).read(strings.NewReader("no JSON")); err == nil {
		t.Error("accepts what is no event")
	}
}
