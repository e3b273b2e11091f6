// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"errors"
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

// callFunc is a call of which only the error matters.
type callFunc func(context.Context, *paymentapi.Client) error

// calls is one call of each method.
var calls = map[string]callFunc{
	http.MethodGet: func(ctx context.Context, client *paymentapi.Client) error {
		_, err := client.GetWebhook(ctx, ref)
		return err
	},
	http.MethodPatch: func(ctx context.Context, client *paymentapi.Client) error {
		var patch paymentapi.WebhookPatch
		patch.Active = new(true)
		_, err := client.UpdateWebhook(ctx, ref, patch)
		return err
	},
	http.MethodPost: func(ctx context.Context, client *paymentapi.Client) error {
		_, err := client.CreateTransactionToken(ctx, paymentapi.TokenRequest{
			PaymentType: "bank_transfer",
			Type:        "one_time",
			Email:       new("a@example.com"),
			Data:        map[string]any{"brand": "aozora_bank"},
		})
		return err
	},
}

// options are those of a client for tests: no jitter, two retries, and a timeout that no
// slow machine reaches.
func options() paymentapi.Options {
	return paymentapi.Options{
		BaseURL:        "http://localhost",
		Secret:         fakeservice.DefaultSecret,
		AppToken:       fakeservice.DefaultAppToken,
		RequestTimeout: 5 * time.Minute,
		MaxAttempts:    3,
		Jitter:         func() float64 { return 0.5 },
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
	o.Transport = server.Transport()
	o.RequestTimeout = 5 * time.Second
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

// sent is a request as a test expects it.
type sent struct {
	method string
	target string // the path and the query
	body   string
}

// sentBy returns the only request that a call sends to a base address.
func sentBy(t *testing.T, base string, call callFunc) sent {
	t.Helper()
	var seen []*http.Request
	o := options()
	o.BaseURL = base
	o.UserAgent = "Terraform/1.2.3 test"
	o.Transport = answering(http.StatusBadRequest, "{}", &seen)
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
		"User-Agent":    {"Terraform/1.2.3 test"},
		"Accept":        {"application/json"},
		"X-Gateway-Key": {"key"},
	}
	if len(body) > 0 {
		want.Set("Content-Type", "application/json")
	}
	if !reflect.DeepEqual(seen[0].Header, want) {
		t.Errorf("sent the header %v, want %v", seen[0].Header, want)
	}
	return sent{
		method: seen[0].Method,
		target: seen[0].URL.RequestURI(),
		body:   string(body),
	}
}

// TestClient_sends: each call has its method, its path, and a body with what is set, and nothing else.
func TestClient_sends(t *testing.T) {
	t.Parallel()
	ofStore := paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}
	ofMerchant := paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}
	noTriggers := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Triggers: &[]string{}}}
	everything := paymentapi.WebhookPatch{
		WebhookSettings: paymentapi.WebhookSettings{
			Active:   new(false),
			URL:      new("https://hooks.example.com/?a=1&b=<c>"),
			Triggers: &[]string{"a"},
		},
		AuthToken: new(`Bearer "x"` + "\u2028"),
	}
	const everythingJSON = `{"active":false,"url":"https://hooks.example.com/?a=1\u0026b=\u003cc\u003e",` +
		`"triggers":["a"],"auth_token":"Bearer \"x\"\u2028"}`

	for name, tt := range map[string]struct {
		call callFunc
		want sent
	}{
		"read a webhook": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.GetWebhook(ctx, ofStore)
				return err
			},
			want: sent{method: "GET", target: "/stores/s/webhooks/w"},
		},
		"preview a webhook through its merchant": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.PreviewWebhook(ctx, ofMerchant)
				return err
			},
			want: sent{method: "GET", target: "/merchants/m/stores/s/webhooks/w"},
		},
		"change nothing": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.UpdateWebhook(ctx, ofStore, paymentapi.WebhookPatch{})
				return err
			},
			want: sent{method: "PATCH", target: "/stores/s/webhooks/w", body: "{}"},
		},
		"remove all triggers": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.UpdateWebhook(ctx, ofStore, noTriggers)
				return err
			},
			want: sent{method: "PATCH", target: "/stores/s/webhooks/w", body: `{"triggers":[]}`},
		},
		"change everything": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.UpdateWebhook(ctx, ofStore, everything)
				return err
			},
			want: sent{method: "PATCH", target: "/stores/s/webhooks/w", body: everythingJSON},
		},
		"create a webhook": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				return client.CreateWebhook(ctx, ofStore, everything).Err
			},
			want: sent{method: "POST", target: "/stores/s/webhooks", body: everythingJSON},
		},
		"delete a webhook": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				return client.DeleteWebhook(ctx, ofStore)
			},
			want: sent{method: "DELETE", target: "/stores/s/webhooks/w"},
		},
		"list webhooks through their merchant": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.ListWebhooks(ctx, ofMerchant, 0)
				return err
			},
			want: sent{method: "GET", target: "/merchants/m/stores/s/webhooks?limit=100"},
		},
		"preview a list of webhooks": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.PreviewWebhooks(ctx, ofStore)
				return err
			},
			want: sent{method: "GET", target: "/stores/s/webhooks?limit=100"},
		},
		"create a token": {
			call: calls[http.MethodPost],
			want: sent{
				method: "POST",
				target: "/tokens",
				body: `{"payment_type":"bank_transfer","type":"one_time","email":"a@example.com",` +
					`"data":{"brand":"aozora_bank"}}`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := sentBy(t, "https://api.example.com", tt.call); got != tt.want {
				t.Errorf("sent %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestClient_sendsTo: the path is that of the base address and of the call, with each id
// as one segment.
func TestClient_sendsTo(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		base string
		id   string
		want string
	}{
		"a base address with slashes at its end": {
			base: "https://api.example.com/v1//",
			id:   "w",
			want: "/v1/stores/w/webhooks/w",
		},
		"an escape in the base address": {
			base: "https://api.example.com/a%2Fb",
			id:   "w",
			want: "/a%2Fb/stores/w/webhooks/w",
		},
		"a slash in an id": {
			base: "https://api.example.com",
			id:   "a/b",
			want: "/stores/a%2Fb/webhooks/a%2Fb",
		},
		"an escape in an id": {
			base: "https://api.example.com",
			id:   "a%2Fb",
			want: "/stores/a%252Fb/webhooks/a%252Fb",
		},
		"a line break in an id": {
			base: "https://api.example.com",
			id:   "a b\r\n",
			want: "/stores/a%20b%0D%0A/webhooks/a%20b%0D%0A",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sentBy(t, tt.base, func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: tt.id, WebhookID: tt.id})
				return err
			})
			if want := (sent{method: "GET", target: tt.want}); got != want {
				t.Errorf("sent %+v, want %+v", got, want)
			}
		})
	}
}

// TestClient_sendsNothing: without an id, or with one that is a step in a path, a call
// would go to another address. JSON cannot hold every number.
func TestClient_sendsNothing(t *testing.T) {
	t.Parallel()
	read := func(id string) callFunc {
		return func(ctx context.Context, client *paymentapi.Client) error {
			_, err := client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "s", WebhookID: id})
			return err
		}
	}
	const noPath = "GET /stores/{storeId}/webhooks/{webhookId} failed: the request could not be built."
	for name, tt := range map[string]struct {
		call callFunc
		says string
	}{
		"no id":               {call: read(""), says: noPath},
		"this directory":      {call: read("."), says: noPath},
		"the directory above": {call: read(".."), says: noPath},
		"a number that JSON does not have": {
			call: func(ctx context.Context, client *paymentapi.Client) error {
				_, err := client.CreateTransactionToken(ctx, paymentapi.TokenRequest{
					Data: map[string]any{"amount": math.NaN()},
				})
				return err
			},
			says: "POST /tokens failed: the request could not be built.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				return nil, fmt.Errorf("sent %s", r.URL)
			})
			err := tt.call(t.Context(), newClient(t, o))
			if !paymentapi.Is(err, paymentapi.FaultUnsent) || !says(err, tt.says) {
				t.Errorf("error %v, want %q", err, tt.says)
			}
			if paymentapi.MayHaveActed(err) {
				t.Errorf("the service may have acted, says %v", err)
			}
		})
	}
}

// TestClient_expiredToken: a 401 says when the application token expired, if it had expired by then.
func TestClient_expiredToken(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		expires time.Duration // from now; 0: the token does not say
		expired bool
	}{
		"an hour ago": {
			expires: -time.Hour,
			expired: true,
		},
		"in an hour": {
			expires: time.Hour,
		},
		"it does not say": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var expiry, want time.Time
				if tt.expires != 0 {
					expiry = time.Now().Add(tt.expires)
				}
				if tt.expired {
					want = expiry
				}
				client, service := piped(t, func(o *paymentapi.Options) { o.AppTokenExpiry = expiry })
				service.Inject(fakeservice.Fault{Status: http.StatusUnauthorized})

				err := calls[http.MethodGet](t.Context(), client)
				failed, ok := errors.AsType[*paymentapi.Error](err)
				if !ok || !failed.TokenExpiredAt.Equal(want) {
					t.Errorf("the error %v says that the token expired at %v, want %v", err, failed.TokenExpiredAt, want)
				}
			})
		})
	}
}

// TestNew_defaults: an attempt may take half a minute, a call is sent five times, and ten
// requests are in flight at once.
func TestNew_defaults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, func(o *paymentapi.Options) {
			o.RequestTimeout = 0
			o.MaxConcurrentRequests = 0
			o.MaxAttempts = 0
		})
		service.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
		started := time.Now()
		err := calls[http.MethodGet](t.Context(), client)

		const waits = 500*time.Millisecond + time.Second + 2*time.Second + 4*time.Second
		if took := time.Since(started); took != 5*30*time.Second+waits || len(service.Requests()) != 5 {
			t.Errorf("after %s and %d requests: %v", took, len(service.Requests()), err)
		}
		if client.Concurrency() != 10 {
			t.Errorf("%d requests may be in flight", client.Concurrency())
		}
	})
}

// TestCheckCredential: a credential is one word.
func TestCheckCredential(t *testing.T) {
	t.Parallel()
	for value, isFit := range map[string]bool{
		"c2VjcmV0":       true,
		"a.b-c_d~e+f/g=": true,
		"two words":      false,
		"a\ttabulator":   false,
		"a line break\n": false,
		"\u00a0":         false,
		"\x7f":           false,
	} {
		err := paymentapi.CheckCredential(value)
		says := err != nil && err.Error() == "must not contain white space or control characters"
		if (err == nil) != isFit || says == isFit {
			t.Errorf("%q: %v", value, err)
		}
	}
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
		"https://h.example.com?":          "query",
		"http://10.0.0.1":                 "loopback",
		"http://localhost.example.com":    "loopback",
		"http://[::1%25eth0]":             "loopback",
	} {
		_, err := paymentapi.New(paymentapi.Options{BaseURL: raw, Secret: "s", AppToken: "t"})
		if !says(err, problem) {
			t.Errorf("%s: error %v, want one about %q", raw, err, problem)
		}
	}
}
