// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const webhookID = "44444444-4444-4444-8444-444444444444"

var ref = paymentapi.WebhookRef{StoreID: fakeservice.DefaultStoreID, WebhookID: webhookID}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }

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

// options are those of a client for tests: no jitter, two retries, and a timeout that no
// slow machine reaches.
func options() paymentapi.Options {
	return paymentapi.Options{
		BaseURL: "http://localhost", Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken,
		RequestTimeout: 5 * time.Minute, MaxAttempts: 3, Jitter: func() float64 { return 0.5 },
	}
}

func newClient(t *testing.T, o paymentapi.Options) *paymentapi.Client {
	t.Helper()
	client, err := paymentapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// piped is a client of a fake service in memory, inside a synctest bubble.
func piped(t *testing.T, change func(*paymentapi.Options)) (*paymentapi.Client, *fakeservice.Service) {
	t.Helper()
	service := fakeservice.NewExtended()
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	server := fakeservice.Pipe(service)
	o := options()
	o.Transport, o.RequestTimeout = server.Transport(), 5*time.Second
	if change != nil {
		change(&o)
	}
	t.Cleanup(server.Close)
	return newClient(t, o), service
}

// inBubble runs a parallel subtest in which time is fake.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	})
}

// says reports whether an error has a text in it, or whether there is none if that is empty.
func says(err error, text string) bool {
	if err == nil || text == "" {
		return err == nil && text == ""
	}
	return strings.Contains(err.Error(), text)
}

// roundTrip is a transport made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answering is a transport that answers everything alike and keeps the requests.
func answering(status int, body string, seen *[]*http.Request) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		*seen = append(*seen, r)
		return answer{status: status, header: http.Header{}, body: []byte(body)}.RoundTrip(r)
	}
}

// sentBy returns the only request that a call sends, as its method, target and body.
func sentBy(t *testing.T, base string, call func(context.Context, *paymentapi.Client) error) string {
	t.Helper()
	var seen []*http.Request
	o := options()
	o.BaseURL, o.UserAgent, o.Transport = base, "Terraform/1.2.3 test", answering(http.StatusBadRequest, "{}", &seen)
	o.RequestHeaders = map[string]string{"x-gateway-key": "key", "Authorization": "replaces nothing"}
	if err := call(t.Context(), newClient(t, o)); err == nil || len(seen) != 1 {
		t.Fatalf("error %v after %d requests", err, len(seen))
	}
	body, err := io.ReadAll(seen[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	if address := seen[0].URL.String(); !strings.HasPrefix(address, strings.TrimRight(base, "/")+"/") {
		t.Errorf("sent to %s", address)
	}
	want := http.Header{
		"Authorization": {"Bearer " + fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken},
		"User-Agent":    {"Terraform/1.2.3 test"}, "Accept": {"application/json"}, "X-Gateway-Key": {"key"},
	}
	if len(body) > 0 {
		want.Set("Content-Type", "application/json")
	}
	if !reflect.DeepEqual(seen[0].Header, want) {
		t.Errorf("sent the header %v, want %v", seen[0].Header, want)
	}
	return strings.TrimSpace(seen[0].Method + " " + seen[0].URL.RequestURI() + " " + string(body))
}

func TestClient_sends(t *testing.T) {
	t.Parallel()
	ref, settings := paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{AuthToken: new(`Bearer "x"` + "\u2028")}
	settings.URL, settings.Triggers, settings.Active = new("https://hooks.example.com/?a=1&b=<c>"), &[]string{"a"}, new(false)
	const written = `{"active":false,"url":"https://hooks.example.com/?a=1\u0026b=\u003cc\u003e","triggers":["a"],"auth_token":"Bearer \"x\"\u2028"}`
	ctx, ofMerchant := t.Context(), paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}
	nothing, empty := paymentapi.WebhookPatch{}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Triggers: &[]string{}}}
	for want, call := range map[string]func(*paymentapi.Client) error{
		"GET /stores/s/webhooks/w":                     func(c *paymentapi.Client) error { return errorOf(c.GetWebhook(ctx, ref)) },
		"GET /merchants/m/stores/s/webhooks/w":         func(c *paymentapi.Client) error { return errorOf(c.PreviewWebhook(ctx, ofMerchant)) },
		"PATCH /stores/s/webhooks/w {}":                func(c *paymentapi.Client) error { return errorOf(c.UpdateWebhook(ctx, ref, nothing)) },
		`PATCH /stores/s/webhooks/w {"triggers":[]}`:   func(c *paymentapi.Client) error { return errorOf(c.UpdateWebhook(ctx, ref, empty)) },
		"PATCH /stores/s/webhooks/w " + written:        func(c *paymentapi.Client) error { return errorOf(c.UpdateWebhook(ctx, ref, settings)) },
		"POST /stores/s/webhooks " + written:           func(c *paymentapi.Client) error { return c.CreateWebhook(ctx, ref, settings).Err },
		"DELETE /stores/s/webhooks/w":                  func(c *paymentapi.Client) error { return c.DeleteWebhook(ctx, ref) },
		"GET /merchants/m/stores/s/webhooks?limit=100": func(c *paymentapi.Client) error { return errorOf(c.ListWebhooks(ctx, ofMerchant, 0)) },
		"GET /stores/s/webhooks?limit=100":             func(c *paymentapi.Client) error { return errorOf(c.PreviewWebhooks(ctx, ref)) },
		`POST /tokens {"payment_type":"bank_transfer","type":"one_time","email":"a@example.com","data":{"brand":"aozora_bank"}}`: func(c *paymentapi.Client) error { return calls[http.MethodPost](ctx, c) },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			got := sentBy(t, "https://api.example.com", func(_ context.Context, c *paymentapi.Client) error { return call(c) })
			if got != want {
				t.Errorf("sent %s", got)
			}
		})
	}
}

// TestClient_sendsTo: the path is that of the base address and of the call, with each id
// as one segment.
func TestClient_sendsTo(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ base, id, want string }{
		"prefix slash":   {"https://api.example.com/v1//", "w", "/v1/stores/w/webhooks/w"},
		"prefix escaped": {"https://api.example.com/a%2Fb", "w", "/a%2Fb/stores/w/webhooks/w"},
		"a slash":        {"https://api.example.com", "a/b", "/stores/a%2Fb/webhooks/a%2Fb"},
		"escaped":        {"https://api.example.com", "a%2Fb", "/stores/a%252Fb/webhooks/a%252Fb"},
		"a line break":   {"https://api.example.com", "a b\r\n", "/stores/a%20b%0D%0A/webhooks/a%20b%0D%0A"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sentBy(t, tc.base, func(ctx context.Context, c *paymentapi.Client) error {
				_, err := c.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: tc.id, WebhookID: tc.id})
				return err
			})
			if got != "GET "+tc.want {
				t.Errorf("sent %s, want %s", got, tc.want)
			}
		})
	}
}

// TestClient_sendsNothing: without an id, or with one that is a step in a path, a call
// would go to another address.
func TestClient_sendsNothing(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", ".", ".."} {
		o := options()
		o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) { return nil, fmt.Errorf("sent %s", r.URL) })
		_, err := newClient(t, o).GetWebhook(t.Context(), paymentapi.WebhookRef{StoreID: "s", WebhookID: id})
		if paymentapi.FaultOf(err) != paymentapi.FaultUnsent || paymentapi.MayHaveActed(err) || !strings.HasPrefix(err.Error(), "GET /stores/{storeId}/webhooks/{webhookId} failed: the request could not be built.") {
			t.Errorf("%q: %v", id, err)
		}
	}
	_, err := newClient(t, options()).CreateTransactionToken(t.Context(), paymentapi.TokenRequest{Data: map[string]any{"amount": math.NaN()}})
	if paymentapi.FaultOf(err) != paymentapi.FaultUnsent || paymentapi.MayHaveActed(err) {
		t.Errorf("with what JSON cannot hold: %v", err)
	}
}

// TestNew_defaults: an attempt may take half a minute, a call is sent five times, and ten
// requests are in flight at once.
func TestNew_defaults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, func(o *paymentapi.Options) {
			o.RequestTimeout, o.MaxConcurrentRequests, o.MaxAttempts = 0, 0, 0
		})
		service.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
		started := time.Now()
		err := calls[http.MethodGet](t.Context(), client)
		if took := time.Since(started); took != 5*30*time.Second+7500*time.Millisecond || len(service.Requests()) != 5 {
			t.Errorf("after %s and %d requests: %v", took, len(service.Requests()), err)
		}
		if client.Concurrency() != 10 {
			t.Errorf("%d requests may be in flight", client.Concurrency())
		}
	})
}

// TestParseBaseURL has what the tests of the provider's argument leave out.
func TestParseBaseURL(t *testing.T) {
	t.Parallel()
	for raw, problem := range map[string]string{
		"https://api.example.com/v1/x":    "",
		"HTTPS://API.example.com:8443/v1": "",
		"https://[2001:db8::1]:443":       "",
		"http://LOCALHOST:8080/x":         "",
		"http://127.255.255.254:1":        "",
		"http://[::1]:65535":              "",
		"https://api.example.com:0":       "port",
		"https://api.example.com:65536":   "port",
		"ftp://api.example.com":           "must start with https://",
		"https:api.example.com":           "must be a URL",
		"https://api.example.com/%zz":     "must be a URL",
		"https://:443":                    "have a host",
		"https://@api.example.com":        "user name or password",
		"https://h.example.com#":          "fragment",
		"http://10.0.0.1":                 "loopback",
		"http://localhost.example.com":    "loopback",
		"http://[::1%25eth0]":             "loopback",
	} {
		if _, err := paymentapi.New(paymentapi.Options{BaseURL: raw, Secret: "s", AppToken: "t"}); !says(err, problem) {
			t.Errorf("%s: error %v, want one about %q", raw, err, problem)
		}
	}
}
