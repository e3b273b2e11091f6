// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// script is a service that answers charge lists as respond says.
type script struct {
	respond func(n int, query url.Values) string

	mu       sync.Mutex
	requests []*http.Request
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	n := len(s.requests)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, s.respond(n, r.URL.Query()))
}

// chargeClient returns a client of a service that answers as respond says, n
// counting from 1.
func chargeClient(t *testing.T, respond func(n int, query url.Values) string) (*paymentapi.Client, *script) {
	t.Helper()
	s := &script{respond: respond}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client, err := paymentapi.New(paymentapi.Options{BaseURL: server.URL, Secret: "top-secret", AppToken: "app-token"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	return client, s
}

// item is the JSON of a charge with an id.
func item(id string) string { return fmt.Sprintf(`{"id":%q}`, id) }

// pageOf is the JSON of a page of charges with the ids.
func pageOf(hasMore bool, ids ...string) string {
	items := make([]string, len(ids))
	for i, id := range ids {
		items[i] = item(id)
	}
	return fmt.Sprintf(`{"items":[%s],"has_more":%t}`, strings.Join(items, ","), hasMore)
}

func readIDs(t *testing.T, client *paymentapi.Client, q paymentapi.ChargeQuery) ([]string, error) {
	t.Helper()
	var ids []string
	for page, err := range chargePages(t, client, q) {
		if err != nil {
			return ids, err
		}
		for _, charge := range page.Items {
			ids = append(ids, charge.ID)
		}
	}
	return ids, nil
}

// chargePages are the pages of a list, with each charge once.
func chargePages(t *testing.T, client *paymentapi.Client, q paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error] {
	t.Helper()
	next := func(cursor string) (*paymentapi.Page[paymentapi.Charge], error) {
		q.Cursor = cursor
		return client.ListCharges(t.Context(), q)
	}
	seen := paymentapi.IDSet{}
	return func(yield func(*paymentapi.Page[paymentapi.Charge], error) bool) {
		for page, err := range paymentapi.Pages(q.Cursor, next, func(c *paymentapi.Charge) string { return c.ID }) {
			if err == nil {
				page.Items = slices.DeleteFunc(page.Items, func(c paymentapi.Charge) bool { return !seen.Add(c.ID) })
			}
			if !yield(page, err) {
				return
			}
		}
	}
}

func TestListCharges_sends(t *testing.T) {
	t.Parallel()
	const storeID = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	amount := func(n int64) *int64 { return &n }
	tests := map[string]struct {
		query paymentapi.ChargeQuery
		path  string
		want  string
	}{
		"nothing":  {paymentapi.ChargeQuery{}, "/charges", ""},
		"a store":  {paymentapi.ChargeQuery{StoreID: storeID}, "/stores/" + storeID + "/charges", ""},
		"a card":   {paymentapi.ChargeQuery{Card: &paymentapi.CardFilter{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030}}, "/charges", "exp_month=3&exp_year=2030&last_four=0042&name=TARO+YAMADA"},
		"times":    {paymentapi.ChargeQuery{From: "2025-01-31T09:00:00+09:00", To: "2025-02-01"}, "/charges", "from=2025-01-31T09%3A00%3A00%2B09%3A00&to=2025-02-01"},
		"amounts":  {paymentapi.ChargeQuery{AmountFrom: amount(0), AmountTo: amount(1<<53 + 1)}, "/charges", "amount_from=0&amount_to=9007199254740993"},
		"a phone":  {paymentapi.ChargeQuery{Phone: "0312345678"}, "/charges", "phone=0312345678"},
		"the rest": {paymentapi.ChargeQuery{Currency: "JPY", Mode: "live", Metadata: "a&b=c", TransactionTokenID: storeID}, "/charges", "currency=JPY&metadata=a%26b%3Dc&mode=live&transaction_token_id=" + storeID},
		"paging":   {paymentapi.ChargeQuery{PageSize: 10, Cursor: "x/y", Direction: "asc", MaxResults: 3}, "/charges", "cursor=x%2Fy&cursor_direction=asc&limit=10"},
		"further":  {paymentapi.ChargeQuery{Extra: map[string]string{"email": "a+b@example.com", "empty": ""}}, "/charges", "email=a%2Bb%40example.com&empty="},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, s := chargeClient(t, func(int, url.Values) string { return pageOf(false) })
			if _, err := client.ListCharges(t.Context(), tt.query); err != nil {
				t.Fatal(err)
			}
			r := s.requests[0]
			if r.Method != http.MethodGet || r.URL.Path != tt.path || r.URL.RawQuery != tt.want {
				t.Errorf("%s %s?%s", r.Method, r.URL.Path, r.URL.RawQuery)
			}
		})
	}
}

// No error shows the values of filters about a person.
func TestListCharges_errorsHideWhatWasSent(t *testing.T) {
	t.Parallel()
	client, _ := chargeClient(t, func(int, url.Values) string {
		return `{"items":[{"id":"0042 TARO YAMADA 03-1234-5678 2030","fee_amount":"x"}],"has_more":false}`
	})
	_, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{
		Phone: "0312345678", Card: &paymentapi.CardFilter{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030},
	})
	if err == nil || !strings.Contains(err.Error(), "fee_amount") {
		t.Fatalf("error %v", err)
	}
	for _, secret := range []string{"0042", "YAMADA", "5678", "2030"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%q is in the error: %v", secret, err)
		}
	}
}

// TestListCharges_hidesFilters: any filter may have a customer's data, so no error
// shows words that spell its value.
func TestListCharges_hidesFilters(t *testing.T) {
	t.Parallel()
	o := options()
	o.Transport = answering(http.StatusBadRequest, nil, `{"message":"no seaurchin here"}`, new([]*http.Request))
	for _, query := range []paymentapi.ChargeQuery{
		{Metadata: "sea:urchin"}, {Extra: map[string]string{"email": "sea@urchin"}}, {Card: &paymentapi.CardFilter{Name: "SEA URC HIN"}},
	} {
		if _, err := newClient(t, o).ListCharges(t.Context(), query); err == nil || !strings.Contains(err.Error(), "in its own words") {
			t.Errorf("%+v: error %v", query, err)
		}
	}
}

func TestHasChargeParam(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"limit": true, "cursor": true, "last_four": true, "from": true, "email": false, "": false} {
		if paymentapi.HasChargeParam(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}
