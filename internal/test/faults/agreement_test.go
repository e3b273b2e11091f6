// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// attempt is one value given to the provider, and the same request sent to the
// service itself.
type attempt struct {
	// refused reports whether the provider refuses the value before it sends anything.
	refused func(*world) bool
	request func(base string) (*http.Request, error)
}

// The service and the provider read the API's description apart from each
// other, so that what one of them overlooks is found here: what the provider
// refuses offline is what the service refuses.
func TestAgreement(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		values []string
		try    func(*testing.T, string) attempt
		// stricter reports whether the provider may refuse a value that the
		// service takes.
		stricter func(string) bool
	}{
		"e-mail": {
			combined([]string{"", "a", "a..b", "a.", "A <a", `"a b"`, "a@b", "a\u3000b", "é"}, []string{"@", "", " @", "@@"},
				[]string{"", "example.com", ".com", "example..com", "例え.jp", "localhost", "exa mple.com", "a.com>", "-", "[1.2.3.4]"}),
			tokenWith("bank_transfer", "", "email"), nil,
		},
		"address": {
			combined([]string{"1.2.3", "1.2.3.4", "::1", "1.2.3.04", "256.1.1.1", ""}, []string{"", ".5", " ", ":80"}), tokenWith("bank_transfer", "", "ip_address"), nil,
		},
		"country": {combined(capitals, append(capitals, "", "p")), tokenWith("card", "country"), nil},
		"month":   {combined([]string{"", "0", "1", "00", "+", " "}, []string{"", "0", "1", "2", "3", "9"}), tokenWith("card", "exp_month"), nil},
		"year":    {combined([]string{"", "0", "20", "2", "x"}, []string{"", "3", "31", "031"}), tokenWith("card", "exp_year"), nil},
		"redirect": {
			hosts, func(t *testing.T, value string) attempt {
				t.Helper()
				return tokenAttempt(t, tokenOf("card", cardOf(acctest.Values{"three_ds": acctest.Values{"redirect_endpoint": value}}), nil))
			}, nil,
		},
		"telephone number": {combined([]string{"", "0", "+81", "03-"}, []string{"", "1", "12345678901234", "123456789012345"}), konbiniPhone, nil},
		"period": {
			combined([]string{"P", "PT", "-P"}, []string{"0", "1", "30", "0.5", "0,5", ".5", "1."}, []string{"Y", "M", "W", "D", "H", "S", ""}, []string{"", "30D", "T12H", "T0H0M0S", "T", "4D"}),
			tokenWith("konbini", "expiration_period"), nil,
		},
		"time of day": {
			combined([]string{"", "T"}, []string{"18", "24", "9", "18:00", "18:0", "24:00", "24:01", "1800", "2400", "18:00:00", "180000", "18:00:60", "25:00"},
				[]string{"", ".5", ",0", "."}, []string{"", "Z", "z", "+09", "+09:00", "+0900", "+24:00", "-00:00", "-0930", "+9"}),
			tokenWith("konbini", "expiration_time_shift"), nil,
		},
		"webhook": {hosts, webhookAttempt, nil},
		"from": {
			combined([]string{"2025-03-01", "2025-3-1", "2025-02-29", "2025-13-01", "20250301"}, []string{"", "T", " "},
				[]string{"", "5:00:00", "05:00:00", "05:00:00.5", "05:00:00,5", "24:00:00", "05:60:00"}, []string{"", "Z", "z", "+09:00", "+0900", "+24:00", "+14:60", "-00:00"}),
			fromAttempt,
			// Other forms of ISO 8601, which services read in different ways.
			func(value string) bool { return !unambiguous.MatchString(value) || strings.Contains(value, "T24") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				taken := 0
				var cases sample.Cases
				for _, value := range tc.values {
					if len(tc.values) > 100 && cases.Left() {
						continue
					}
					a := tc.try(t, value)
					w.ResetRequests()
					refused := a.refused(w)
					if refused && len(w.Requests()) > 0 {
						t.Errorf("%q was sent, and refused by the service", value)
					}
					status := w.ask(t, a)
					if status < 300 {
						taken++
					}
					if refused && tc.stricter != nil && tc.stricter(value) {
						continue
					}
					if serves := status < 300; serves == refused {
						t.Errorf("%q: the provider refuses it: %t, the service answers %d", value, refused, status)
					}
				}
				if taken == 0 || taken == len(tc.values) { // a sample has both, too
					t.Errorf("%d of %d values are right, so that nothing is proved", taken, len(tc.values))
				}
			})
		})
	}
}

var (
	capitals    = strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")
	unambiguous = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$`)
	hosts       = combined([]string{"https://", "//"}, []string{"", "a.", "qa--shop.", "a..", "日本."},
		[]string{"", "localhost", "example.com", "example", "localdomain", "local", "127.0.0.1", "8.8.8.8", "127.1", "0x7f.1", "[::1]", "[2606:4700::1111]", "exa<mple.com"},
		[]string{"", ":0", ":443", ":99999", "/x?y", "/%zz", "..", "/a b"})
)

// combined returns each combination of one element of each list, in a row.
func combined(lists ...[]string) []string {
	texts := []string{""}
	for _, list := range lists {
		var longer []string
		for _, text := range texts {
			for _, part := range list {
				longer = append(longer, text+part)
			}
		}
		texts = longer
	}
	return texts
}

// ask sends the request of an attempt to the service itself.
func (w *world) ask(t *testing.T, a attempt) int {
	t.Helper()
	req, err := a.request("http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	if req.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := w.transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode
}

func jsonRequest(t *testing.T, method, path string, body any) func(string) (*http.Request, error) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return func(base string) (*http.Request, error) {
		return http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(string(raw)))
	}
}

// tokenWith makes attempts at a token of a payment type: the value is that of a
// field of its group, or of an argument.
func tokenWith(paymentType, field string, argument ...string) func(*testing.T, string) attempt {
	return func(t *testing.T, value string) attempt {
		t.Helper()
		group := map[string]acctest.Values{
			"bank_transfer": bank, "card": cardOf(nil),
			"konbini": {"customer_name": "Taro", "convenience_store": "lawson", "phone_number": acctest.Values{"country_code": "81", "local_number": "9012345678"}},
		}[paymentType]
		more := acctest.Values{}
		for _, name := range argument {
			more[name] = value
		}
		if field != "" {
			group[field] = value
		}
		return tokenAttempt(t, tokenOf(paymentType, group, more))
	}
}

func konbiniPhone(t *testing.T, value string) attempt {
	t.Helper()
	return tokenAttempt(t, tokenOf("konbini", acctest.Values{
		"customer_name": "Taro", "convenience_store": "lawson", "phone_number": acctest.Values{"country_code": "81", "local_number": value},
	}, nil))
}

func tokenAttempt(t *testing.T, config acctest.Values) attempt {
	t.Helper()
	body := map[string]any{}
	for name, value := range config {
		if group, ok := value.(acctest.Values); ok {
			body["payment_type"], body["data"] = name, group
		} else if name != "create" {
			body[name] = value
		}
	}
	return attempt{
		refused: func(w *world) bool {
			_, diags := w.protocol.Open(t.Context(), "paymentservice_transaction_token", config)
			return diags.Errors() != ""
		},
		request: jsonRequest(t, http.MethodPost, "/tokens", body),
	}
}

func webhookAttempt(t *testing.T, value string) attempt {
	t.Helper()
	return attempt{
		refused: func(w *world) bool {
			return w.webhook.Validate(t.Context(), webhookConfig(acctest.Values{"url": value})).Errors() != ""
		},
		request: jsonRequest(t, http.MethodPatch, webhookPath, map[string]any{"url": value}),
	}
}

func fromAttempt(t *testing.T, value string) attempt {
	t.Helper()
	return attempt{
		refused: func(w *world) bool {
			_, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"from": value})
			return diags.Errors() != ""
		},
		request: func(base string) (*http.Request, error) {
			return http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/charges?from="+url.QueryEscape(value), nil)
		},
	}
}
