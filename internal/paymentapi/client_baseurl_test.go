// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestParseBaseURL(t *testing.T) {
	t.Parallel()

	for raw, problem := range map[string]string{
		"https://api.example.com":           "",
		"https://api.example.com/":          "",
		"https://api.example.com/v1/x":      "",
		"https://api.example.com:8443/v1":   "",
		"HTTPS://API.example.com":           "",
		"https://192.0.2.1":                 "",
		"https://[2001:db8::1]:443":         "",
		"http://localhost":                  "",
		"http://LOCALHOST:8080/x":           "",
		"http://127.0.0.1":                  "",
		"http://127.255.255.254:1":          "",
		"http://[::1]:65535":                "",
		"":                                  "must start with https://",
		"api.example.com":                   "must start with https://",
		"ftp://api.example.com":             "must start with https://",
		"https:api.example.com":             "not a valid URL",
		"https://api.example.com/%zz":       "not a valid URL",
		"https://topsecret:x y@h":           "not a valid URL",
		"https://a\x7f":                     "not a valid URL",
		"https://":                          "no host",
		"https:///v1":                       "no host",
		"https://:443":                      "no host",
		"https://user@api.example.com":      "user name or password",
		"https://u:topsecret@h.example.com": "user name or password",
		"https://@api.example.com":          "user name or password",
		"https://h.example.com?topsecret":   "query",
		"https://h.example.com/?":           "query",
		"https://h.example.com/#topsecret":  "fragment",
		"https://h.example.com#":            "fragment",
		"http://api.example.com":            "loopback",
		"http://10.0.0.1":                   "loopback",
		"http://localhost.example.com":      "loopback",
		"http://127.0.0.1.example.com":      "loopback",
		"http://[::2]":                      "loopback",
		"http://0.0.0.0":                    "loopback",
		"http://[::1%25eth0]":               "loopback",
	} {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			_, err := paymentapi.ParseBaseURL(raw)
			switch {
			case problem == "" && err != nil:
				t.Error(err)
			case problem != "" && (err == nil || !strings.Contains(err.Error(), problem)):
				t.Errorf("error %v, want one about %q", err, problem)
			case err != nil && strings.Contains(err.Error(), "topsecret"):
				t.Errorf("error %v repeats the address", err)
			}
		})
	}
}
