// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import "testing"

// The pages of a version link to its own files.
func TestLead(t *testing.T) {
	t.Parallel()
	const (
		host = "https://github.com/payment-service/terraform-provider-paymentservice/"
		raw  = "https://raw.githubusercontent.com/payment-service/terraform-provider-paymentservice/"
	)
	for name, tc := range map[string]struct{ changelog, link, want string }{
		"not released": {
			changelog: "# Changelog\n\n## 0.2.0 (Unreleased)\n\n## 0.1.0 (November 1, 2026)\n",
			link:      host + "blob/main/examples/a.tf",
			want:      host + "blob/main/examples/a.tf",
		},
		"a file": {
			changelog: "# Changelog\n\n## 0.2.0-rc1 (November 22, 2026)\n\n## 0.1.0 (November 1, 2026)\n",
			link:      host + "blob/main/examples/a.tf",
			want:      host + "blob/v0.2.0-rc1/examples/a.tf",
		},
		"a directory": {
			changelog: "## 0.1.0 (November 1, 2026)\n",
			link:      host + "tree/main/examples",
			want:      host + "tree/v0.1.0/examples",
		},
		"a picture": {
			changelog: "## 0.1.0 (November 1, 2026)\n",
			link:      raw + "main/assets/a.svg",
			want:      raw + "v0.1.0/assets/a.svg",
		},
		"elsewhere": {
			changelog: "## 0.1.0 (November 1, 2026)\n",
			link:      "https://example.com/blob/main/a.md",
			want:      "https://example.com/blob/main/a.md",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, err := newest(tc.changelog)
			if err != nil {
				t.Fatal(err)
			}
			if got := lead(tc.link, files); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestNewest_noVersion(t *testing.T) {
	t.Parallel()
	if files, err := newest("# Changelog\n"); err == nil {
		t.Errorf("found %s", files)
	}
}
