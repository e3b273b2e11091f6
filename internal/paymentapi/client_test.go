// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const webhookID = "44444444-4444-4444-8444-444444444444"

var ref = paymentapi.WebhookRef{StoreID: fakeservice.DefaultStoreID, WebhookID: webhookID}

// calls is one call of each method.
var calls = map[string]func(context.Context, *paymentapi.Client) error{
	http.MethodGet: func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.GetWebhook(ctx, ref)
		return err
	},
	http.MethodPatch: func(ctx context.Context, c *paymentapi.Client) error {
		active := true
		_, err := c.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: &active}})
		return err
	},
	http.MethodPost: func(ctx context.Context, c *paymentapi.Client) error {
		email := "a@example.com"
		_, err := c.CreateTransactionToken(ctx, paymentapi.TokenRequest{
			PaymentType: "bank_transfer", Type: "one_time", Email: &email, Data: map[string]any{"brand": "aozora_bank"},
		})
		return err
	},
}

// options are those of a client for tests: no jitter, and two retries.
func options() paymentapi.Options {
	return paymentapi.Options{
		BaseURL: "http://localhost", Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken,
		RequestTimeout: 5 * time.Second, MaxRetries: 2, Jitter: func() float64 { return 0.5 },
	}
}

func newClient(t *testing.T, o paymentapi.Options) *paymentapi.Client {
	t.Helper()
	client, err := paymentapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// piped is a client of a fake service in memory, inside a synctest bubble.
func piped(t *testing.T, change func(*paymentapi.Options)) (*paymentapi.Client, *fakeservice.Service) {
	t.Helper()
	service := fakeservice.New()
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	server := fakeservice.Pipe(service)
	o := options()
	o.Transport = server.Transport()
	if change != nil {
		change(&o)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return newClient(t, o), service
}

// roundTrip is a transport made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answering is a transport that answers everything alike and keeps the requests.
func answering(status int, header http.Header, body string, seen *[]*http.Request) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		*seen = append(*seen, r)
		if header == nil {
			header = http.Header{}
		}
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

func TestClient_sends(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		method, base, path, contentType, body string
	}{
		"get":             {http.MethodGet, "https://api.example.com", "/stores/" + ref.StoreID + "/webhooks/" + webhookID, "", ""},
		"patch":           {http.MethodPatch, "https://api.example.com", "/stores/" + ref.StoreID + "/webhooks/" + webhookID, "application/json", `{"active":true}`},
		"post":            {http.MethodPost, "https://api.example.com", "/tokens", "application/json", `{"payment_type":"bank_transfer","type":"one_time","email":"a@example.com","data":{"brand":"aozora_bank"}}`},
		"slash":           {http.MethodPost, "https://api.example.com/", "/tokens", "application/json", ""},
		"prefix":          {http.MethodPost, "https://api.example.com/v1", "/v1/tokens", "application/json", ""},
		"prefix slash":    {http.MethodPost, "https://api.example.com/v1//", "/v1/tokens", "application/json", ""},
		"prefix escaped":  {http.MethodPost, "https://api.example.com/a%2Fb", "/a%2Fb/tokens", "application/json", ""},
		"port and prefix": {http.MethodPost, "http://127.0.0.1:8080/x", "/x/tokens", "application/json", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.BaseURL, o.UserAgent, o.Transport = tc.base, "Terraform/1.2.3 test", answering(http.StatusBadRequest, nil, "{}", &seen)
			if err := calls[tc.method](t.Context(), newClient(t, o)); err == nil || len(seen) != 1 {
				t.Fatalf("error %v after %d requests", err, len(seen))
			}
			r := seen[0]
			if r.Method != tc.method || r.URL.EscapedPath() != tc.path || r.URL.RawQuery != "" {
				t.Errorf("sent %s %s", r.Method, r.URL)
			}
			want := map[string]string{
				"Authorization": "Bearer " + fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken,
				"Content-Type":  tc.contentType, "User-Agent": "Terraform/1.2.3 test", "Accept": "application/json",
				"Idempotency-Key": "",
			}
			for name, value := range want {
				if got := r.Header.Get(name); got != value {
					t.Errorf("sent %s: %q, want %q", name, got, value)
				}
			}
			if body, _ := io.ReadAll(r.Body); tc.body != "" && string(body) != tc.body {
				t.Errorf("sent the body %s, want %s", body, tc.body)
			}
		})
	}
}

func TestClient_escapesIDs(t *testing.T) {
	t.Parallel()

	for id, want := range map[string]string{
		"a/b":     "/stores/a%2Fb/webhooks/w",
		"a?b=c":   "/stores/a%3Fb=c/webhooks/w",
		"a#b":     "/stores/a%23b/webhooks/w",
		"a%2Fb":   "/stores/a%252Fb/webhooks/w",
		"../x":    "/stores/..%2Fx/webhooks/w",
		"a b\r\n": "/stores/a%20b%0D%0A/webhooks/w",
		"é":       "/stores/%C3%A9/webhooks/w",
		"..":      "",
		".":       "",
		"":        "",
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusNotFound, nil, "{}", &seen)
			_, err := newClient(t, o).GetWebhook(t.Context(), paymentapi.WebhookRef{StoreID: id, WebhookID: "w"})
			switch {
			case want == "" && (err == nil || len(seen) > 0):
				t.Errorf("error %v after %d requests, want none sent", err, len(seen))
			case want != "" && (len(seen) != 1 || seen[0].URL.EscapedPath() != want):
				t.Errorf("error %v after requests %v, want one to %s", err, seen, want)
			}
		})
	}
}

func TestClient_decodes(t *testing.T) {
	t.Parallel()

	const id = `{"id":"` + webhookID + `"`
	for name, tc := range map[string]struct {
		body    string
		problem string // empty for a success
	}{
		"object":               {id + `}`, ""},
		"byte order mark":      {"\xEF\xBB\xBF" + id + `}`, ""},
		"blanks around":        {" \r\n" + id + "}\n\n", ""},
		"duplicate keys":       {id + `,"id":"` + webhookID + `"}`, ""},
		"lone surrogate":       {id + `,"url":"https://e.com/\ud800"}`, ""},
		"unknown fields":       {id + `,"new":{"a":[1]}}`, ""},
		"nulls":                {`{"id":"w","active":null,"triggers":null}`, ""},
		"huge number unread":   {id + `,"new":1e999999999}`, ""},
		"two marks":            {"\xEF\xBB\xBF\xEF\xBB\xBF" + id + `}`, "not JSON"},
		"trailing bytes":       {id + `} x`, "not JSON"},
		"two objects":          {id + `}{}`, "not JSON"},
		"empty":                {"", "its body is empty"},
		"html":                 {"<html>", "not JSON"},
		"array":                {"[]", "not a JSON object"},
		"null":                 {"null", "not a JSON object"},
		"string":               {`"x"`, "not a JSON object"},
		"deep":                 {strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), "not JSON"},
		"deep inside":          {`{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}", "not JSON"},
		"number for a text":    {`{"url":5}`, "url is a number"},
		"text for a flag":      {`{"active":"true"}`, "active is a string"},
		"text for a list":      {`{"triggers":"charge_finished"}`, "triggers is a string"},
		"object in a list":     {`{"triggers":[{}]}`, "triggers is an object"},
		"too many values":      {`{"a":[` + strings.Repeat("1,", 400_001) + `1]}`, "more values than any answer"},
		"too many triggers":    {`{"triggers":[` + strings.Repeat(`"a",`, 1_000) + `"b"]}`, "triggers has more"},
		"the credentials":      {`{"platform_id":"` + fakeservice.DefaultSecret + `"}`, "repeats the credentials"},
		"credentials, escaped": {`{"x":["` + strings.Replace(fakeservice.DefaultAppToken, "s", `\u0073`, 1) + `"]}`, "repeats the credentials"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, http.Header{"Content-Type": {"application/json"}}, tc.body, &seen)
			_, err := newClient(t, o).GetWebhook(t.Context(), ref)
			var wrong *paymentapi.Error
			switch {
			case tc.problem == "" && err != nil:
				t.Error(err)
			case tc.problem != "" && (!errors.As(err, &wrong) || !strings.Contains(wrong.Problem, tc.problem)):
				t.Errorf("error %v, want one about %q", err, tc.problem)
			}
			if len(seen) != 1 {
				t.Errorf("sent %d requests, want 1", len(seen))
			}
		})
	}
}

func TestNew_refusesCredentials(t *testing.T) {
	t.Parallel()

	for name, value := range map[string]string{
		"empty": "", "blank": "topsecret value", "line break": "topsecret\n", "control": "topsecret\x00", "no-break space": "topsecret\u00a0", "zero width": "topsecret\u200b",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, o := range []paymentapi.Options{
				{BaseURL: "https://api.example.com", Secret: value, AppToken: "t"},
				{BaseURL: "https://api.example.com", Secret: "s", AppToken: value},
			} {
				if _, err := paymentapi.New(o); err == nil || strings.Contains(err.Error(), "topsecret") {
					t.Errorf("New: error %v, want one without the value", err)
				}
			}
		})
	}
}

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
