// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func FuzzCheckWebhookURL(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/hook", "http://127.1/", "http://[::ffff:10.0.0.1]/", "http://１２７.0.0.1/", "http://u:p@h/", "http://日本.local",
	} {
		f.Add(seed)
	}

	f.Fuzz(func(t *testing.T, raw string) {
		if validators.CheckWebhookURL(raw) != nil {
			return
		}

		u, err := url.Parse(raw)
		if err != nil {
			t.Fatalf("accepted %q, which does not parse", raw)
		}

		host := strings.ToLower(u.Hostname())
		if u.User != nil || host == "localhost" || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".") {
			t.Errorf("accepted %q", raw)
		}

		if u.Scheme = "ftp"; validators.CheckWebhookURL(u.String()) == nil {
			t.Errorf("accepted %q", u)
		}
	})
}
