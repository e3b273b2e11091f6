// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import "testing"

func TestShownURL(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ url, want string }{
		"plain":             {"https://example.com/a/%2Fb#c", "https://example.com/a/%2Fb#c"},
		"query":             {"https://example.com/?key=abc&z=%20&k=", "https://example.com/?key=[hidden]&z=[hidden]&k=[hidden]"},
		"query, no name":    {"https://example.com/?abc&&def", "https://example.com/?[hidden]&&[hidden]"},
		"equals in a value": {"https://example.com/?k=YWJj==", "https://example.com/?k=[hidden]"},
		"user information":  {"https://user:pw@example.com/a", "https://example.com/a"},
		"not a URL":         {"https://user:pw%zz@example.com/?k=v", "[hidden]"},
		"no host":           {"/a?k=v", "/a?k=[hidden]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := shownURL(tc.url); got != tc.want {
				t.Errorf("shownURL(%q) = %q, want %q", tc.url, got, tc.want)
			}
		})
	}
}
