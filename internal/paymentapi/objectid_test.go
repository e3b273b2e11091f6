// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// cutOff is a transport to a service that writes an answer as it is, and then closes
// the connection or stalls.
func cutOff(answer string, stalls bool) http.RoundTripper {
	return &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			_, _ = server.Read(make([]byte, 4<<10))
			_, _ = io.WriteString(server, answer)
			if stalls {
				_, _ = server.Read(make([]byte, 1)) // until the client closes
			}
			_ = server.Close()
		}()
		return client, nil
	}}
}

// TestObjectID: whatever becomes of the answer to a creation, its status is named, and so
// is the id of what may have been created.
func TestObjectID(t *testing.T) {
	t.Parallel()

	const (
		id     = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		other  = "22ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		secret = "33ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		object = `{"id":"` + id + `","metadata":{"id":"` + other + `"},"triggers":["a"]}`
	)
	for name, tc := range map[string]struct {
		status int
		header string
		body   string
		stalls bool
		none   bool // no id is named
	}{
		"whole, then cut":       {201, "Content-Length: 9999", object, false, false},
		"whole, then stalled":   {201, "Content-Length: 9999", object, true, false},
		"a beginning":           {201, "Content-Length: 9999", object[:60], false, false},
		"cut in the id":         {201, "Content-Length: 9999", object[:40], false, true},
		"claims gzip, cut":      {201, "Content-Encoding: gzip\r\nContent-Length: 9999", object, false, false},
		"bad gzip":              {201, "Content-Encoding: gzip", "\x1F\x8B" + object, false, true},
		"claims brotli, cut":    {201, "Content-Encoding: br\r\nContent-Length: 9999", object, true, false},
		"more than JSON":        {201, "Content-Type: text/html", object + " <html>", false, false},
		"too long":              {201, "", object[:len(object)-1] + `,"x":"` + strings.Repeat("x", 2<<20) + `"}`, false, false},
		"a list of one":         {201, "", "[" + object + "]", false, false},
		"a list of two":         {201, "", "[" + object + `,{"id":"` + other + `"}]`, false, true},
		"wrapped":               {201, "Content-Length: 9999", `{"status":"ok","data":` + object, true, false},
		"wrapped, a list":       {201, "Content-Length: 9999", `{"items":[` + object, false, false},
		"wrapped twice":         {201, "Content-Length: 9999", `{"data":{"webhook":` + object, false, false},
		"far below":             {201, "Content-Length: 9999", `{"data":{"data":{"data":` + object, false, true},
		"of what it belongs to": {201, "Content-Length: 9999", `{"active":true,"customer":{"id":"` + other + `"},"email":"a"`, false, true},
		"of a part":             {201, "Content-Length: 9999", `{"data":{"card":{"id":"` + other + `"}},"email":"a"`, false, true},
		"of a store":            {201, "", `{"store":{"id":"` + other + `"},"result":"ok"}`, false, true},
		"beside what has ids":   {201, "Content-Length: 9999", `{"store":{"id":"` + other + `"},"id":"` + id + `"`, false, false},
		"of an error":           {500, "", `{"error":{"id":"` + other + `"},"errors":[{"id":"` + other + `"}]}`, false, true},
		"an error with an id":   {500, "", `{"code":"X","id":"` + id + `"}`, false, false},
		"a 500, cut":            {500, "Content-Length: 9999", object, false, false},
		"another 2xx":           {202, "", object, false, false},
		"a redirect":            {302, "Location: /x", object, false, false},
		"a proxy's 408":         {408, "", object, false, false},
		"refused":               {400, "", object, false, true},
		"no UUID":               {500, "", `{"id":"abc"}`, false, true},
		"no text":               {500, "", `{"id":["` + id + `"]}`, false, true},
		"what was sent":         {201, "Content-Length: 9999", `{"id":"` + secret + `"`, false, true},
		"what was sent, in big": {500, "", `{"id":"` + strings.ToUpper(secret) + `"}`, false, true},
	} {
		for method, create := range map[string]func(context.Context, *paymentapi.Client) error{
			"token": func(ctx context.Context, c *paymentapi.Client) error {
				_, err := c.CreateTransactionToken(ctx, paymentapi.TokenRequest{Data: map[string]any{"cvv": secret}, Secrets: []string{secret}})
				return err
			},
			"webhook": func(ctx context.Context, c *paymentapi.Client) error {
				_, err := c.CreateWebhook(ctx, storeWebhooks, paymentapi.WebhookPatch{AuthToken: new("Bearer " + secret)})
				return err
			},
		} {
			t.Run(name+", "+method, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					o := options()
					o.Transport = cutOff(fmt.Sprintf("HTTP/1.1 %d X\r\nConnection: close\r\n%s\r\n\r\n%s", tc.status, tc.header, tc.body), tc.stalls)
					started := time.Now()
					err := create(t.Context(), newClient(t, o))
					if err == nil || !strings.Contains(err.Error(), fmt.Sprintf(" with status %d", tc.status)) || tc.stalls != (time.Since(started) == o.RequestTimeout) {
						t.Errorf("error %v after %s, want status %d", err, time.Since(started), tc.status)
					}
					want := id
					if tc.none {
						want = ""
					}
					if got := paymentapi.ObjectID(err); got != want {
						t.Errorf("the object is %q, want %q; error %v", got, want, err)
					}
				})
			})
		}
	}
}

// A body that only claims to be compressed is read as it is.
func TestClient_claimsGzip(t *testing.T) {
	t.Parallel()

	o := options()
	o.Transport = cutOff("HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"+`{"id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"}`, false)
	if err := calls[http.MethodPost](t.Context(), newClient(t, o)); err != nil {
		t.Error(err)
	}
}
