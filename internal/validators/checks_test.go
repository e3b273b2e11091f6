// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/language"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestChecks(t *testing.T) {
	t.Parallel()
	checkDuration := func(value string) error {
		_, err := validators.ParseDuration(value)
		return err
	}
	for name, tt := range map[string]struct {
		check    func(string) error
		accepted []string
		refused  []string
		says     string // of the refused values
	}{
		"country": {
			check:    validators.CheckCountry,
			accepted: []string{"AD", "JP", "ZW"},
			refused:  []string{"jp", "JPN", "JA", "D "},
			says:     "such as JP",
		},
		"currency": {
			check:    validators.CheckCurrency,
			accepted: []string{"JPY"},
			refused:  []string{"jpy", "JP", "JPYX", "JP1"},
			says:     "such as JPY",
		},
		"IPv4 address": {
			check:    validators.CheckIPv4,
			accepted: []string{"8.8.8.8", "192.168.0.1"},
			refused: []string{
				"2001:db8::1", "::ffff:8.8.8.8", "8.8.8.08", "8.8.8", "8.8.8.256", "8.8.8.8:80",
			},
			says: "must be an IPv4 address",
		},
		"UUID": {
			check:    validators.CheckUUID,
			accepted: []string{"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", "11EE05AE-6CA3-5A5C-8F52-0B1F2F0B6F5D"},
			refused: []string{
				"11ee05ae6ca35a5c8f520b1f2f0b6f5d",
				"{11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d}",
				"g1ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d",
				"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f/d",
			},
			says: "must be a UUID",
		},
		"header value": {
			check:    validators.CheckHeaderValue,
			accepted: []string{"Bearer abc.def-123 ~", "grüße", " a "},
			refused:  []string{"a\nb", "a\rb", "a\tb", "a\x00b", "a\x7fb", "a\u0085b", "a\u2028b"},
			says:     "line breaks or control characters",
		},
		"authorization token": {
			check:    validators.CheckAuthToken,
			accepted: []string{"Bearer abc.def-123 ~", "a  b", `"a"`},
			refused:  []string{"a\nb", " a\tb "},
			says:     "line breaks or control characters",
		},
		"authorization token with white space around it": {
			check:   validators.CheckAuthToken,
			refused: []string{"Bearer x ", " Bearer x", "x\n", "x\u00a0", "\tx"},
			says:    "must not have white space at its beginning or end",
		},
		"e-mail address": {
			check: validators.CheckEmail,
			accepted: []string{
				"customer@example.com", "客@例え.jp", "a..b@docomo.ne.jp", "o'neil/x@example.com", "a@localhost",
			},
			refused: []string{
				"customer.example.com", "buyer@", "@docomo.ne.jp", "a@b@example.com", "a b@example.com",
				"a\u3000b@example.com", "a\x00b@example.com", "a@exa mple.com", "a@example.com:25",
			},
			says: "such as customer@example.com",
		},
		"time": {
			check: validators.CheckTime,
			accepted: []string{
				"2025-03-01", "2024-02-29", "2025-03-01T05:00:00Z", "2025-03-01t05:00:00.5z",
				"2025-03-01T23:59:59+00:00", "2025-03-02T04:59:59-23:59",
			},
			refused: []string{
				"2024-03", "2025-3-1", "20250301", "2025-W09-6",
				"2025-03-01T5:00:00Z", "2025-03-01T24:00:00Z", "2025-03-01T05:00Z", "2025-03-01T05:00:00",
				"2025-03-01 05:00:00Z", "2025-03-01T05:00:00+0900", "2025-03-01T05:00:00+24:00",
				"2025-03-01T05:00:00,5Z",
			},
			says: "RFC 3339",
		},
		"day that does not exist": {
			check:   validators.CheckTime,
			refused: []string{"2025-06-31", "2025-06-31T05:00:00Z"},
			says:    "names the day 2025-06-31, which does not exist",
		},
		"timeout": {
			check:    validators.CheckTimeout,
			accepted: []string{"1ms", "2562047h"},
			refused:  []string{"soon", "0s", "-1s", "2562048h"},
			says:     "a Go duration longer than zero",
		},
		"time of day": {
			check: validators.CheckTimeOfDay,
			accepted: []string{
				"18:00:00+09:00", "18:00Z", "T09:00+09", "180000+0900", "09:00:00,5Z", "24:00:00Z", "18Z",
				"23:59:59.999-23:59",
			},
			refused: []string{
				"18:00", "25:00Z", "24:01Z", "9:00Z", "18:60Z", "18:00+24:00", "18:00 Z", "18:00z", "6pm", "18.5:00Z",
				"2025-01-01T18:00:00Z",
			},
			says: "with a time zone",
		},
		"duration": {
			check:    checkDuration,
			accepted: []string{"PT30M", "P2W", "P60D", "P1DT2H3M4.5S", "PT0,5H"},
			refused: []string{
				"P", "PT", "P1DT", "-P1D", "30 days", "1D", "P1", "p1d", "PP30D", "PTT30M", "P10D1W", "PT30M1H",
				"P1D2D", "P1.2.3D",
			},
			says: "such as PT30M or P14D",
		},
		"duration that varies": {
			check:   checkDuration,
			refused: []string{"P1Y", "P1M", "P1YT1H", "P0Y30D"},
			says:    "without years or months",
		},
		"URL": {
			check: validators.CheckHTTPURL,
			accepted: []string{
				"https://shop.example.com/done?order=1", "HTTP://localhost:3000/done", "http://[::1]:3000/done",
			},
			refused: []string{
				"myapp://done", "/done", "example.com/hook", "https:example.com", "https:///hook", "https://:443/",
				"https://example.com/a b", "https://example.com/%zz", "http://[::1/hook",
			},
			says: "absolute http or https URL",
		},
		"port": {
			check:    validators.CheckHTTPURL,
			accepted: []string{"https://example.com:65535/"},
			refused:  []string{"https://example.com:0/", "https://example.com:65536/"},
			says:     "a port from 1 to 65535",
		},
		"user info": {
			check:   validators.CheckWebhookURL,
			refused: []string{"https://user@example.com/", "https://user:pw@localhost/", "https://@example.com/"},
			says:    "user name or password",
		},
		"local name": {
			check: validators.CheckWebhookURL,
			accepted: []string{
				"https://example.com/hook?x=1#y", "https://example.com./@me", "https://a_b.example.com:8443/",
				"https://日本.example/", "https://localhost.example.com/", "https://notlocal.example/",
				"https://local.com/",
			},
			refused: []string{
				"http://localhost:8080/", "http://LOCALHOST./", "http://api.localhost/", "http://intranet/",
				"http://printer.local/", "http://日本.local/", "http://metadata.google.internal/",
				"http://nas.home.arpa/", "http://shop.ｌｏｃａｌ/", "http://localhost。/", "http://localhost../x",
				"http://db.internal。/h",
			},
			says: "its host is a local name",
		},
		"local IPv4 address": {
			check: validators.CheckWebhookURL,
			accepted: []string{
				"http://8.8.8.8/", "http://1.1.1.1:8443/", "http://9.255.255.255/", "http://11.0.0.0/",
				"http://100.63.255.255/", "http://100.128.0.0/", "http://172.15.255.255/", "http://172.32.0.0/",
				"http://192.167.255.255/", "http://223.255.255.255/",
			},
			refused: []string{
				"http://0.0.0.0/", "http://10.0.0.1/", "http://100.64.0.1/", "http://100.127.255.255/",
				"http://127.0.0.1/", "http://127.255.255.255/", "http://169.254.169.254/", "http://172.16.0.1/",
				"http://172.31.255.255/", "http://192.0.0.8/", "http://192.0.2.1/", "http://192.168.1.1/",
				"http://198.18.0.1/", "http://198.51.100.1/", "http://203.0.113.1/", "http://224.0.0.1/",
				"http://239.1.1.1/", "http://240.0.0.1/", "http://255.255.255.255/",
			},
			says: "local or reserved IP address",
		},
		"local IPv6 address": {
			check: validators.CheckWebhookURL,
			accepted: []string{
				"http://[2606:4700::1111]/", "http://[2001:4860:4860::8888]/", "http://[2a00::1]:443/",
			},
			refused: []string{
				"http://[::]/", "http://[::1]/", "http://[fc00::1]/", "http://[fdff::1]/", "http://[fe80::1]/",
				"http://[fe80::1%25eth0]/", "http://[ff02::1]/", "http://[2001:db8::1]/", "http://[4000::1]/",
				// These embed an IPv4 address.
				"http://[::ffff:8.8.8.8]/", "http://[64:ff9b::808:808]/", "http://[2002:808:808::1]/",
				"http://[2001:0:808:808::f7f7:f7f7]/", "http://[::8.8.8.8]/",
			},
			says: "local or reserved IP address",
		},
		"address in an unusual form": {
			check:    validators.CheckWebhookURL,
			accepted: []string{"https://127.example.com/"},
			refused: []string{
				"http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://0X7F000001/", "http://0177.0.0.1/",
				"http://127.0.0.01/", "http://0/", "http://127.0.0.1./", "http://127.0.0.1../", "http://10.0.0.1。/",
				"http://256.1.1.1/", "http://1.2.3.4.5/", "http://example.0x7f/", "http://１２７.０.０.１/",
			},
			says: "in the usual form",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, value := range tt.accepted {
				if err := validators.ApplyCheck(tt.check, value); err != nil {
					t.Errorf("%q is refused: it %v", value, err)
				}
			}
			for _, value := range tt.refused {
				err := validators.ApplyCheck(tt.check, value)
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("%q: error %v, want %q", value, err, tt.says)
				}
			}
		})
	}
}

// TestCheckCountry compares the codes with another list, which also has those that were
// withdrawn or are reserved.
func TestCheckCountry(t *testing.T) {
	t.Parallel()
	const unassigned = "AC AN CP CQ CS DG EA EZ FQ IC NT PC SU TA UN XK YU"
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			region, err := language.ParseRegion(code)
			isCurrent := err == nil && region.IsCountry() && region.Canonicalize() == region
			assigned := isCurrent && region.String() == code && !strings.Contains(unassigned, code)
			accepted := validators.CheckCountry(code) == nil
			if accepted != assigned {
				t.Errorf("%q is accepted: %t, want %t", code, accepted, assigned)
			}
		}
	}
}

func TestParseDuration(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"P1DT2H3M4.5S":  24*time.Hour + 2*time.Hour + 3*time.Minute + 4500*time.Millisecond,
		"PT0,5H":        30 * time.Minute,
		"P1DT0.5H":      24*time.Hour + 30*time.Minute,
		"P0,5W":         84 * time.Hour,
		"P999999999W":   100 * 365 * 24 * time.Hour, // and not what is left of a number that is too large
		"PT9999999999H": 100 * 365 * 24 * time.Hour,
	} {
		got, err := validators.ParseDuration(value)
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", value, got, err, want)
		}
	}
}

func TestSameURL(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a    string
		b    string
		want bool
	}{
		"case of host": {
			a:    "https://Example.COM/a",
			b:    "https://example.com/a",
			want: true,
		},
		"case of path": {
			a: "https://example.com/A",
			b: "https://example.com/a",
		},
		"default port": {
			a:    "https://example.com:443/a",
			b:    "https://example.com/a",
			want: true,
		},
		"other port": {
			a: "https://example.com:80/a",
			b: "https://example.com/a",
		},
		"empty path": {
			a:    "https://example.com",
			b:    "https://example.com/",
			want: true,
		},
		"slash at the end": {
			a: "https://example.com/a",
			b: "https://example.com/a/",
		},
		"needless escape": {
			a:    "https://example.com/%61",
			b:    "https://example.com/a",
			want: true,
		},
		"a space, and a plus": {
			a: "https://example.com/a%20b",
			b: "https://example.com/a+b",
		},
		"other query": {
			a: "https://example.com/?a=1",
			b: "https://example.com/?a=2",
		},
		"internationalised": {
			a:    "https://bücher.example/",
			b:    "https://xn--bcher-kva.example/",
			want: true,
		},
		"final dot": {
			a:    "https://example.com./",
			b:    "https://example.com/",
			want: true,
		},
		"escaped separator": {
			a: "https://example.com/a%2Fb",
			b: "https://example.com/a/b",
		},
		"query escaped": {
			a:    "https://example.com/?q=ü",
			b:    "https://example.com/?q=%c3%bc",
			want: true,
		},
		"path escaped": {
			a:    "https://example.com/ü",
			b:    "https://example.com/%C3%bc",
			want: true,
		},
		"hyphens in a host": {
			a:    "https://R4---SN-BÜCHER.example/",
			b:    "https://r4---sn-bücher.example/",
			want: true,
		},
		"ipv6": {
			a:    "https://[2001:DB8::1]/",
			b:    "https://[2001:db8::1]:443/",
			want: true,
		},
		"ipv6 and a port": {
			a: "https://[2600::1]:8080/",
			b: "https://[2600::1:8080]/",
		},
		"fragment": {
			a:    "https://example.com/a#b",
			b:    "https://example.com/a",
			want: true,
		},
		"dot segments": {
			a:    "https://example.com/a/./b/../c",
			b:    "https://example.com/a/c",
			want: true,
		},
		"escaped dots": {
			a:    "https://example.com/a/%2E%2e/c",
			b:    "https://example.com/c",
			want: true,
		},
		"not a URL, equal": {
			a:    "::",
			b:    "::",
			want: true,
		},
		"not a URL, another": {
			a: "::",
			b: ":",
		},
		"an empty query": {
			a:    "https://example.com/?",
			b:    "https://example.com/",
			want: true,
		},
		"a dot in a query": {
			a: "https://example.com/?a=./b",
			b: "https://example.com/?a=b",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := validators.SameURL(tt.a, tt.b); got != tt.want {
				t.Errorf("SameURL(%q, %q) = %t, want %t", tt.a, tt.b, got, tt.want)
			}
		})
	}
}

// TestTimeout: a configured limit counts, and otherwise twenty minutes do.
func TestTimeout(t *testing.T) {
	t.Parallel()
	text := map[string]attr.Type{"read": types.StringType}
	for want, timeouts := range map[time.Duration]types.Object{
		90 * time.Second: types.ObjectValueMust(text, map[string]attr.Value{"read": types.StringValue("90s")}),
		20 * time.Minute: types.ObjectNull(text),
	} {
		if got := validators.Timeout(timeouts, "read"); got != want {
			t.Errorf("%v: %s, want %s", timeouts, got, want)
		}
	}
}
