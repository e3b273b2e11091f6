// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"fmt"
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

// TestCheckWebhookURL_embedded: of the forms of IPv6 that contain an IPv4 address, only a
// mapped one is accepted, if that address is public.
func TestCheckWebhookURL_embedded(t *testing.T) {
	t.Parallel()

	forms := map[string]string{
		"mapped": "::ffff:%s", "compatible": "::%s", "translated": "::ffff:0:%s",
		"NAT64": "64:ff9b::%s", "local NAT64": "64:ff9b:1::%s", "Teredo": "2001:0:808:808::%s", "6to4": "2002:808:808::%s",
	}
	for ipv4, public := range map[string]bool{"8.8.8.8": true, "10.0.0.1": false, "127.0.0.1": false, "169.254.169.254": false} {
		for form, address := range forms {
			err := validators.CheckWebhookURL("https://[" + fmt.Sprintf(address, ipv4) + "]/hook")
			if want := public && form == "mapped"; (err == nil) != want {
				t.Errorf("%s in the %s form: %v, want it accepted: %t", ipv4, form, err, want)
			}
		}
	}
}
