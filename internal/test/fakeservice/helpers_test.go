// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookID = "44444444-4444-4444-8444-444444444444"
	otherID   = "55555555-5555-4555-8555-555555555555"
)

// client sends correct requests, except for what a test changes.
type client struct {
	base  string
	http  *http.Client
	token string
}

// serve starts the service on a port for the length of a test.
func serve(t *testing.T, s *fakeservice.Service) *client {
	t.Helper()
	srv, err := fakeservice.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return &client{
		base:  srv.URL,
		http:  &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		token: fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken,
	}
}

type answer struct {
	status int
	header http.Header
	raw    []byte
	err    error
}

func (a answer) object(t *testing.T) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(a.raw, &v); err != nil {
		t.Fatalf("status %d, body %q: %v", a.status, a.raw, err)
	}
	return v
}

// reasons returns the field: reason pairs of a refusal.
func (a answer) reasons(t *testing.T) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	problems, _ := a.object(t)["errors"].([]any)
	for _, p := range problems {
		pair, _ := p.(map[string]any)
		field, _ := pair["field"].(string)
		reasons[field], _ = pair["reason"].(string)
	}
	return reasons
}

// send sends one request; change may be nil.
func (c *client) send(t *testing.T, method, path, body string, change func(*http.Request)) answer {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = bytes.NewReader([]byte(body))
	}
	req, err := http.NewRequestWithContext(t.Context(), method, c.base+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(req)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	return answer{status: resp.StatusCode, header: resp.Header, raw: raw, err: err}
}

func (c *client) get(t *testing.T, path string) answer {
	t.Helper()
	return c.send(t, http.MethodGet, path, "", nil)
}

const webhooksPath = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"

func webhookPath(id string) string { return webhooksPath + "/" + id }

func numbered(n int) string { return fmt.Sprintf("44444444-4444-4444-8444-%012d", n) }

func TestDefaultAppToken(t *testing.T) {
	t.Parallel()
	want := fakeservice.AppToken(map[string]any{
		"merchant_id": fakeservice.DefaultMerchantID, "store_id": fakeservice.DefaultStoreID, "mode": "test",
	})
	if fakeservice.DefaultAppToken != want {
		t.Errorf("the default application token is %s, want %s", fakeservice.DefaultAppToken, want)
	}
}

// If any other fault did nothing, a test of the client would fail. None would fail
// if a redirection lost its address, because the client never follows one.
func TestRedirect(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.Inject(fakeservice.Redirect(http.StatusTemporaryRedirect, "https://example.com/"))
	c := serve(t, s)
	if got := c.get(t, "/charges"); got.status != http.StatusTemporaryRedirect || got.header.Get("Location") != "https://example.com/" {
		t.Errorf("status %d, header %v", got.status, got.header)
	}
}
