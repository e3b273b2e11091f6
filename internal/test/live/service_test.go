// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// service sends requests without the provider's client, so that both can be compared.
type service struct {
	settings

	client   *http.Client
	provider *acctest.Protocol
}

// answer is what the service answered.
type answer struct {
	status int
	body   []byte
}

func newService(t *testing.T, s settings) *service {
	t.Helper()
	return &service{s, &http.Client{
		Timeout: time.Minute,
		// Credentials go to the service only.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, s.configured(t)}
}

func (s *service) send(ctx context.Context, method, path string, query url.Values, body []byte) (answer, error) {
	target := strings.TrimSuffix(s.baseURL, "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+s.secret+"."+s.appToken)
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, 64<<20))
	return answer{response.StatusCode, bytes.TrimPrefix(content, []byte("\ufeff"))}, err
}

func (s *service) get(t *testing.T, path string, query url.Values) answer {
	t.Helper()
	got, err := s.send(t.Context(), http.MethodGet, path, query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// row has the fields of a charge that are compared.
type row struct {
	ID        string      `json:"id"`
	CreatedOn string      `json:"created_on"`
	Currency  string      `json:"requested_currency"`
	Amount    json.Number `json:"requested_amount"`
}

type page struct {
	Items   []row `json:"items"`
	HasMore bool  `json:"has_more"`
}

func (s *service) page(t *testing.T, query url.Values) page {
	t.Helper()
	got := s.get(t, s.chargesPath(), query)
	if got.status != http.StatusOK {
		t.Fatalf("GET %s: status %d", s.chargesPath(), got.status)
	}
	var decoded page
	if err := json.Unmarshal(got.body, &decoded); err != nil {
		t.Fatalf("GET %s: the answer is no page of charges", s.chargesPath())
	}
	return decoded
}

func (s *service) chargesPath() string {
	if s.storeID == "" {
		return "/charges"
	}
	return "/stores/" + s.storeID + "/charges"
}

// cursor reads at most limit charges, each page after the other.
func (s *service) cursor(t *testing.T, filter url.Values, limit int) []row {
	t.Helper()
	query := url.Values{"limit": {"100"}}
	for name, values := range filter {
		query[name] = values
	}
	var all []row
	for {
		got := s.page(t, query)
		all = append(all, got.Items...)
		if len(all) >= limit {
			return all[:limit]
		}
		if !got.HasMore || len(got.Items) == 0 {
			return all
		}
		query.Set("cursor", got.Items[len(got.Items)-1].ID)
	}
}

// hook has the settings of a webhook that are compared, and restored at the end.
type hook struct {
	URL      string   `json:"url"`
	Triggers []string `json:"triggers"`
	Active   bool     `json:"active"`
}

func webhookPath(storeID, webhookID string) string {
	return fmt.Sprintf("/stores/%s/webhooks/%s", url.PathEscape(storeID), url.PathEscape(webhookID))
}

func (s *service) update(t *testing.T, storeID, webhookID string, change any) answer {
	t.Helper()
	body, err := json.Marshal(change)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.send(t.Context(), http.MethodPatch, webhookPath(storeID, webhookID), nil, body)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
