// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// rule is one rule of the API description: requests that obey it, which the
// service accepts, and requests that break it and nothing else, which it
// refuses.
type rule struct {
	// of makes a request from a value of the rule.
	of     func(value string) request
	set    func(*fakeservice.Behavior)
	obeyed []string
	broken []string
	status int // of a refusal; 400 if unset
}

type request struct {
	method, path, body string
	change             func(*http.Request)
}

func runRules(t *testing.T, rules map[string]rule) {
	t.Helper()
	for name, r := range rules {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(r.obeyed) == 0 || len(r.broken) == 0 {
				t.Fatal("a rule is obeyed and broken")
			}
			s := fakeservice.New()
			s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			s.AddCharges(fakeservice.Charge{ID: chargeID, RequestedAmount: 100})
			if r.set != nil {
				s.Set(r.set)
			}
			c, _ := serve(t, s)
			for _, value := range r.obeyed {
				sent := r.of(value)
				if got := c.send(t, sent.method, sent.path, sent.body, sent.change); got.status != http.StatusOK && got.status != http.StatusCreated {
					t.Errorf("%q obeys the rule: status %d, %s", value, got.status, got.raw)
				}
			}
			refusal := r.status
			if refusal == 0 {
				refusal = http.StatusBadRequest
			}
			for _, value := range r.broken {
				sent := r.of(value)
				if got := c.send(t, sent.method, sent.path, sent.body, sent.change); got.status != refusal {
					t.Errorf("%q breaks the rule: status %d, want %d, %s", value, got.status, refusal, got.raw)
				}
			}
		})
	}
}

const chargeID = "66666666-6666-4666-8666-666666666666"

// members are the fields of a JSON object: nil ones are left out.
type members map[string]any

func encoded(o members) string {
	o = maps.Clone(o)
	maps.DeleteFunc(o, func(_ string, value any) bool { return value == nil })
	raw, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// API description, section 4.3.
func TestRules_webhooks(t *testing.T) {
	t.Parallel()
	patch := func(field string) func(string) request {
		return func(value string) request {
			return request{method: http.MethodPatch, path: webhookPath(webhookID), body: `{"` + field + `":` + value + `}`}
		}
	}
	runRules(t, map[string]rule{
		"active":     {of: patch("active"), obeyed: []string{"true", "false"}, broken: []string{"null", `"true"`, "1", "[]"}},
		"triggers":   {of: patch("triggers"), obeyed: []string{"[]", `["charge_finished"]`, `["charge_finished","token_created"]`, `"charge_finished"`}, broken: []string{"null", `[""]`, `["  "]`, `""`, "[1]", "[null]", "{}"}},
		"auth_token": {of: patch("auth_token"), obeyed: []string{`"Bearer x"`, `""`}, broken: []string{"null", "1", `"a\nb"`, `"a\rb"`, `"a\u0000b"`, `"a\u007fb"`}},
		"fields": {
			of:     func(v string) request { return patch(v)(`"https://example.com/"`) },
			obeyed: []string{"url"}, broken: []string{"id", "URL", "name", "created_on"},
		},
		"url": {
			of: func(v string) request { return patch("url")(quoted(v)) },
			obeyed: []string{
				"https://example.com/hook?x=1#y", "http://8.8.8.8:8080/", "https://[2001:4860:4860::8888]/", "https://EXAMPLE.com./", "https://qa--shop.netlify.app",
				"https://r4---sn-abc.googlevideo.com/", "https://日本.example/", "https://a_b.example.com/", "https://localhost.example.com/", "https://notlocal.example/",
				"https://127.example.com/", "https://example.com:65535/", "https://172.15.255.255/", "https://172.32.0.0/", "https://100.63.255.255/", "https://[2002:808:808::1]/",
				"https://[64:ff9b::808:808]/", "https://[::ffff:8.8.8.8]/", "https://user:password@example.com/",
			},
			broken: []string{
				"", "/hook", "example.com", "//example.com", "ftp://example.com", "https://exa<mple.com/", "https://a..example.com/", "https://example.com:0/", "https://example.com:99999/",
				"http://localhost", "http://LOCALHOST.:80/", "http://localhost..", "http://a.localhost", "http://localhost.localdomain", "http://x.localdomain/", "http://intranet/",
				"http://printer.local", "http://db.internal", "http://nas.home.arpa", "http://home.arpa", "http://u:p@localhost/", "http://ｌｏｃａｌｈｏｓｔ/", "http://api。localhost/",
				"http://127.0.0.1", "http://127.1", "http://2130706433", "http://0x7f.1", "http://0177.0.0.1", "http://１２７.0.0.1/", "http://127.0.0.1./", "http://256.1.1.1/",
				"http://0.0.0.0", "http://0.0.0.1", "http://10.1.2.3", "http://100.64.0.1", "http://100.127.255.255", "http://169.254.1.1", "http://172.16.0.1", "http://172.31.255.255",
				"http://192.168.0.1", "http://192.0.0.8", "http://192.0.2.1", "http://198.18.0.1", "http://198.51.100.1", "http://203.0.113.9", "http://224.0.0.1", "http://240.0.0.1",
				"http://255.255.255.255", "http://[::]", "http://[::1]", "http://[fd00::1]", "http://[fc00::1]", "http://[fe80::1]", "http://[fe80::1%25eth0]", "http://[ff02::1]",
				"http://[fec0::1]", "http://[2001:db8::1]", "http://[100::1]", "http://[::127.0.0.1]", "http://[::ffff:10.0.0.1]", "http://[::ffff:7f00:1]", "http://[64:ff9b::7f00:1]",
				"http://[64:ff9b:1::1]", "http://[2002:7f00:1::]", "http://[2001:0:7f00:1::f7f7:f7f7]", "http://[2001:0:808:808::80ff:fffe]",
			},
		},
		"paths": {
			of: func(v string) request { return request{method: http.MethodPatch, path: v, body: `{}`} },
			obeyed: []string{
				webhookPath(webhookID), webhookPath(strings.ToUpper(webhookID)), "/merchants/" + fakeservice.DefaultMerchantID + webhookPath(webhookID),
			},
			broken: []string{webhookPath("1"), "/stores/1/webhooks/" + webhookID, "/merchants/1" + webhookPath(webhookID)},
		},
		"webhooks that exist": {
			of:     func(v string) request { return request{method: http.MethodPatch, path: v, body: `{"active":true}`} },
			obeyed: []string{webhookPath(webhookID)},
			broken: []string{webhookPath(otherID), "/stores/" + otherID + "/webhooks/" + webhookID, "/merchants/" + otherID + webhookPath(webhookID)},
			status: http.StatusNotFound,
		},
	})
}

func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// API description, section 5, for every operation.
func TestRules_authentication(t *testing.T) {
	t.Parallel()
	right := "Bearer " + fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken
	for name, r := range map[string]request{
		"tokens":             {method: http.MethodPost, path: "/tokens", body: encoded(members{"payment_type": "bank_transfer", "type": "one_time", "email": "a@example.com", "data": rightData["bank_transfer"]})},
		"charges":            {method: http.MethodGet, path: "/charges"},
		"charges of a store": {method: http.MethodGet, path: "/stores/" + otherID + "/charges"},
		"webhook":            {method: http.MethodPatch, path: webhookPath(webhookID), body: `{}`},
		"merchant's webhook": {method: http.MethodPatch, path: "/merchants/" + fakeservice.DefaultMerchantID + webhookPath(webhookID), body: `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runRules(t, map[string]rule{
				"authorization": {
					of: func(value string) request {
						r.change = header("Authorization", value)
						return r
					},
					obeyed: []string{right}, status: http.StatusUnauthorized,
					broken: []string{
						"", "Bearer", fakeservice.DefaultSecret, "Bearer " + fakeservice.DefaultSecret, "Bearer x." + fakeservice.DefaultAppToken, right + ".x",
						"Basic c2FuZGJveA==", strings.Replace(right, ".", " ", 1), "Bearer " + fakeservice.DefaultAppToken + "." + fakeservice.DefaultSecret,
					},
				},
			})
		})
	}
}

// API description, section 4: requests with a body are JSON and say so.
func TestRules_contentType(t *testing.T) {
	t.Parallel()
	runRules(t, map[string]rule{
		"content type": {
			of: func(value string) request {
				return request{method: http.MethodPatch, path: webhookPath(webhookID), body: `{}`, change: header("Content-Type", value)}
			},
			obeyed: []string{"application/json", "application/json; charset=utf-8", "Application/JSON"},
			broken: []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"}, status: http.StatusUnsupportedMediaType,
		},
		"body": {
			of: func(value string) request {
				return request{method: http.MethodPatch, path: webhookPath(webhookID), body: value}
			},
			obeyed: []string{`{}`, ` {"active" : true} `},
			broken: []string{`{`, `[]`, `null`, `{}{}`, `{"active":true,"active":false}`, "{\"url\":\"\xff\"}", `active=true`, `{"active":true,}`},
		},
	})
}
