// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestUpdateWebhook_sends(t *testing.T) {
	t.Parallel()

	yes, empty, target := true, []string{}, "https://hooks.example.com/?a=1&b=<c>"
	token := `Bearer "x"` + "\u2028"
	for name, tc := range map[string]struct {
		ref   paymentapi.WebhookRef
		patch paymentapi.WebhookPatch
		path  string
		body  string
	}{
		"nothing":     {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{}, "/stores/s/webhooks/w", `{}`},
		"merchant":    {paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: &yes}}, "/merchants/m/stores/s/webhooks/w", `{"active":true}`},
		"no triggers": {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Triggers: &empty}}, "/stores/s/webhooks/w", `{"triggers":[]}`},
		"as written":  {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{URL: &target}}, "/stores/s/webhooks/w", `{"url":"https://hooks.example.com/?a=1&b=<c>"}`},
		"token":       {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{AuthToken: &token}, "/stores/s/webhooks/w", `{"auth_token":"Bearer \"x\"\u2028"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, nil, `{"id":"w"}`, &seen)
			if _, err := newClient(t, o).UpdateWebhook(t.Context(), tc.ref, tc.patch); err != nil {
				t.Fatal(err)
			}
			body := new(strings.Builder)
			if err := seen[0].Write(body); err != nil {
				t.Fatal(err)
			}
			if seen[0].URL.Path != tc.path || !strings.HasSuffix(body.String(), "\r\n\r\n"+tc.body) {
				t.Errorf("sent to %s: %s", seen[0].URL.Path, body)
			}
		})
	}
}

var (
	storeWebhooks = paymentapi.WebhookQuery{StoreID: fakeservice.DefaultStoreID}
	newSettings   = paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{URL: new("https://new.example.com/"), Triggers: &[]string{"a"}}}
)

// Whatever else is wrong with the answer to a creation, the id of the new webhook is
// known if it has one.
func TestCreateWebhook(t *testing.T) {
	t.Parallel()
	const id = "99999999-9999-4999-8999-999999999999"
	for name, tc := range map[string]struct {
		fault  fakeservice.Fault
		token  string
		id     bool // is returned
		failed bool
		acted  bool // the error says that it may have
	}{
		"201":               {id: true},
		"200":               {fault: fakeservice.Fault{AfterHandling: true, Status: 200}, id: true},
		"202":               {fault: fakeservice.Fault{AfterHandling: true, Status: 202}, id: true, failed: true, acted: true},
		"409":               {fault: fakeservice.Fault{Status: 409}, failed: true},
		"500":               {fault: fakeservice.Fault{Status: 500}, failed: true, acted: true},
		"another field":     {fault: fakeservice.Fault{Body: []byte(`{"id":"` + id + `","active":"yes"}`)}, id: true, failed: true, acted: true},
		"nothing else":      {fault: fakeservice.Fault{Body: []byte(`{"id":"` + id + `"}`)}, id: true},
		"too many":          {fault: fakeservice.Fault{Body: []byte(`{"id":"` + id + `","triggers":["` + strings.Repeat(`","`, 1000) + `"]}`)}, id: true, failed: true, acted: true},
		"no id":             {fault: fakeservice.Fault{Body: []byte(`{"url":"https://new.example.com/"}`)}, failed: true, acted: true},
		"no UUID":           {fault: fakeservice.Fault{Body: []byte(`{"id":"7"}`)}, failed: true, acted: true},
		"the token as id":   {fault: fakeservice.Fault{Body: []byte(`{"id":"` + id + `"}`)}, token: "Bearer " + id, failed: true, acted: true},
		"no JSON":           {fault: fakeservice.Fault{Body: []byte(`<html>`)}, failed: true, acted: true},
		"cut in the answer": {fault: fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 10}, failed: true, acted: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(tc.fault)
				settings := newSettings
				if tc.token != "" {
					settings.AuthToken = &tc.token
				}
				w, err := client.CreateWebhook(t.Context(), storeWebhooks, settings)
				if (w != nil || paymentapi.ObjectID(err) != "") != tc.id || (err != nil) != tc.failed || err != nil && paymentapi.MayHaveActed(err) != tc.acted {
					t.Errorf("got %+v, %v", w, err)
				}
				if err != nil && strings.Contains(err.Error(), id) {
					t.Errorf("the error shows the id: %v", err)
				}
				if got := len(service.Requests()); got != 1 {
					t.Errorf("%d requests were sent", got)
				}
			})
		})
	}
}

// An attempt to create a webhook, or to finish it, runs to its end although the run is
// interrupted, and the wait for the next attempt does not.
func TestWebhook_runsToItsEnd(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(context.Context, *paymentapi.Client) error{
		"create": func(ctx context.Context, c *paymentapi.Client) error {
			_, err := c.CreateWebhook(ctx, storeWebhooks, newSettings)
			return err
		},
		"finish": func(ctx context.Context, c *paymentapi.Client) error {
			_, err := c.FinishWebhook(ctx, ref, newSettings)
			return err
		},
	} {
		for status, succeeds := range map[int]bool{0: true, http.StatusTooManyRequests: false} {
			t.Run(name+" "+http.StatusText(status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					client, service := piped(t, nil)
					service.Inject(fakeservice.Fault{Delay: 3 * time.Second, Status: status})
					ctx, stop := context.WithTimeout(t.Context(), time.Second)
					defer stop()
					started := time.Now()
					if err := call(ctx, client); (err == nil) != succeeds {
						t.Errorf("the error is %v", err)
					}
					if took := time.Since(started); took != 3*time.Second || len(service.Requests()) != 1 {
						t.Errorf("it took %s and %d requests", took, len(service.Requests()))
					}
				})
			})
		}
	}
}

// A webhook is deleted whatever the answer says besides its status, and a doubt is
// repeated: deleting twice is deleting once.
func TestDeleteWebhook(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault    fakeservice.Fault
		failed   bool
		acted    bool
		requests int
	}{
		"204":           {requests: 1},
		"200, no JSON":  {fault: fakeservice.Fault{AfterHandling: true, Status: 200, Body: []byte("<html>")}, requests: 1},
		"500, then 404": {fault: fakeservice.Fault{AfterHandling: true, Status: 500, Times: 1}, failed: true, acted: true, requests: 2},
		"404":           {fault: fakeservice.Fault{Status: 404}, failed: true, requests: 1},
		"a redirect":    {fault: fakeservice.Redirect(302, "https://elsewhere.example.com/"), failed: true, acted: true, requests: 1},
		"not yet, 503":  {fault: fakeservice.Fault{Status: 503, Times: 2}, requests: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(tc.fault)
				err := client.DeleteWebhook(t.Context(), ref)
				if (err != nil) != tc.failed || err != nil && paymentapi.MayHaveActed(err) != tc.acted || len(service.Requests()) != tc.requests {
					t.Errorf("%d requests, and %v", len(service.Requests()), err)
				}
			})
		})
	}
}

func TestListWebhooks_sends(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query  paymentapi.WebhookQuery
		target string
	}{
		"a store":    {paymentapi.WebhookQuery{StoreID: "s"}, "/stores/s/webhooks?limit=100"},
		"a merchant": {paymentapi.WebhookQuery{MerchantID: "m", StoreID: "s"}, "/merchants/m/stores/s/webhooks?limit=100"},
		"escaped":    {paymentapi.WebhookQuery{StoreID: "a/b"}, "/stores/a%2Fb/webhooks?limit=100"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, nil, `{"items":[],"has_more":false}`, &seen)
			for _, err := range newClient(t, o).ListWebhooks(t.Context(), tc.query) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if len(seen) != 1 || seen[0].Method != http.MethodGet || seen[0].URL.RequestURI() != tc.target {
				t.Errorf("sent %v, want GET %s", seen, tc.target)
			}
		})
	}
}

// Only the pages that the caller takes are requested. A list ends with its first error.
func TestListWebhooks_ends(t *testing.T) {
	t.Parallel()
	const a, b = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
	const page = `{"items":[{"id":"` + a + `","auth_token":"x"},{"id":"` + b + `"}],"has_more":true}`
	var seen []*http.Request
	o := options()
	o.Transport = answering(http.StatusOK, nil, page, &seen)
	client := newClient(t, o)
	for _, err := range client.ListWebhooks(t.Context(), paymentapi.WebhookQuery{StoreID: "s"}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if len(seen) != 1 {
		t.Errorf("%d requests for one page", len(seen))
	}
	var (
		ids  []string
		last error
	)
	for page, err := range client.ListWebhooks(t.Context(), paymentapi.WebhookQuery{StoreID: "s"}) {
		if last = err; err != nil {
			continue
		}
		for _, w := range page.Items {
			ids = append(ids, *w.ID)
		}
	}
	var at *paymentapi.PageError
	if !slices.Equal(ids, []string{a, b}) || !errors.As(last, &at) || at.Page != 2 || !strings.Contains(last.Error(), "the list would never end") {
		t.Errorf("got %q, and the error %v", ids, last)
	}
}
