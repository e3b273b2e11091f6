// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestSameURL(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b string
		want bool
	}{
		"case of host":       {"https://Example.COM/a", "https://example.com/a", true},
		"case of path":       {"https://example.com/A", "https://example.com/a", false},
		"default port":       {"https://example.com:443/a", "https://example.com/a", true},
		"other port":         {"https://example.com:80/a", "https://example.com/a", false},
		"empty path":         {"https://example.com", "https://example.com/", true},
		"slash at the end":   {"https://example.com/a", "https://example.com/a/", false},
		"needless escape":    {"https://example.com/%61", "https://example.com/a", true},
		"other query":        {"https://example.com/?a=1", "https://example.com/?a=2", false},
		"internationalised":  {"https://bücher.example/", "https://xn--bcher-kva.example/", true},
		"final dot":          {"https://example.com./", "https://example.com/", true},
		"escaped separator":  {"https://example.com/a%2Fb", "https://example.com/a/b", false},
		"query escaped":      {"https://example.com/?q=ü", "https://example.com/?q=%c3%bc", true},
		"path escaped":       {"https://example.com/ü", "https://example.com/%C3%bc", true},
		"hyphens in a host":  {"https://R4---SN-BÜCHER.example/", "https://r4---sn-bücher.example/", true},
		"ipv6":               {"https://[2001:DB8::1]/", "https://[2001:db8::1]:443/", true},
		"fragment":           {"https://example.com/a#b", "https://example.com/a", true},
		"dot segments":       {"https://example.com/a/./b/../c", "https://example.com/a/c", true},
		"escaped dots":       {"https://example.com/a/%2E%2e/c", "https://example.com/c", true},
		"not a URL, equal":   {"::", "::", true},
		"not a URL, another": {"::", ":", false},
	} {
		if got := validators.SameURL(tc.a, tc.b); got != tc.want {
			t.Errorf("%s: SameURL(%q, %q) = %t, want %t", name, tc.a, tc.b, got, tc.want)
		}
	}
}
