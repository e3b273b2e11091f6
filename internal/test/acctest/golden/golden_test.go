// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package golden

import (
	"strings"
	"testing"
)

// Only a person changes a verdict: recording finds every other one, too.
func TestSituations(t *testing.T) {
	t.Parallel()
	const file = "# A comment.\n\napply: a {\"b\": 1}\n= sends POST\n= says is taken\n  The name\n  is taken.\n# The next.\nread: c\nread: d\n= nothing\n"
	all := situations(file)
	var text strings.Builder
	for _, s := range all {
		text.WriteString(s.String())
	}
	if got := text.String(); got != file {
		t.Errorf("the file is written as\n%s", got)
	}
	for name, tc := range map[string]struct {
		of             int
		verdict, words string
		recording      bool
		want           string // in what is wrong; nothing is if empty
	}{
		"right":                        {0, "sends POST", "The name\nis taken.", false, ""},
		"other words":                  {0, "sends POST", "This name\nis taken.", false, "want:\n  The name\ngot:\n  This name\n"},
		"other words, recorded":        {0, "sends POST", "This name\nis taken.", true, ""},
		"another verdict":              {0, "sends POST\nsends DELETE", "The name\nis taken.", true, "want:\ngot:\n= sends DELETE\n"},
		"less than the verdict":        {0, "", "The name\nis taken.", true, "want:\n= sends POST\n"},
		"does not say it":              {0, "sends POST", "The name is free.", true, `does not say "is taken"`},
		"no verdict":                   {1, "sends POST", "", true, "has no verdict"},
		"no verdict, nothing to judge": {1, "", "", true, "has no verdict"},
		"nothing":                      {2, "nothing", "", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := strings.Join(all[tc.of].faults(tc.verdict, tc.words, tc.recording), "\n")
			if !strings.Contains(wrong, tc.want) || (wrong == "") != (tc.want == "") || wrong != "" && !strings.HasPrefix(wrong, all[tc.of].input) {
				t.Errorf("said %q, want %q", wrong, tc.want)
			}
		})
	}
}
