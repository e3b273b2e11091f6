// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
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

// one returns a charge as the client decodes it.
func one(t *testing.T, charge string) (paymentapi.Charge, error) {
	t.Helper()
	client, _ := chargeClient(t, func(int, url.Values) string {
		return `{"items":[` + charge + `],"has_more":false,"total_hits":1.0}`
	})
	page, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
	if err != nil {
		return paymentapi.Charge{}, err
	}
	if page.TotalHits == nil || *page.TotalHits != 1 {
		t.Errorf("total_hits %v", page.TotalHits)
	}
	return page.Items[0], nil
}

func TestListCharges_decodes(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	number := func(s string) *json.Number { n := json.Number(s); return &n }
	tests := map[string]struct {
		json string
		want paymentapi.Charge
	}{
		"nothing but an id": {`{"id":"c"}`, paymentapi.Charge{ID: "c"}},
		"nulls": {
			`{"id":"c","store_id":null,"requested_amount":null,"fee_amount_formatted":null,"error":null,"metadata":null,"redirect":null,"only_direct_currency":null}`,
			paymentapi.Charge{ID: "c"},
		},
		"unknown fields":         {`{"id":"c","email":"x","nested":{"id":"d"}}`, paymentapi.Charge{ID: "c"}},
		"texts":                  {`{"id":"c","store_id":"s","created_on":"2017-06-22T16:00:55.436116Z","status":"","only_direct_currency":false}`, paymentapi.Charge{ID: "c", StoreID: text("s"), CreatedOn: text("2017-06-22T16:00:55.436116Z"), Status: text(""), OnlyDirectCurrency: new(bool)}},
		"beyond 2^53":            {`{"id":"c","requested_amount":9007199254740993}`, paymentapi.Charge{ID: "c", RequestedAmount: number("9007199254740993")}},
		"the largest":            {`{"id":"c","requested_amount":9223372036854775807,"charged_amount":-9223372036854775808}`, paymentapi.Charge{ID: "c", RequestedAmount: number("9223372036854775807"), ChargedAmount: number("-9223372036854775808")}},
		"beyond 64 bits":         {`{"id":"c","requested_amount":99999999999999999999,"charged_amount":"-9223372036854775809","fee_amount":1e19}`, paymentapi.Charge{ID: "c", RequestedAmount: number("99999999999999999999"), ChargedAmount: number("-9223372036854775809"), FeeAmount: number("10000000000000000000")}},
		"whole with a point":     {`{"id":"c","requested_amount":1000.0,"fee_amount":-0.0}`, paymentapi.Charge{ID: "c", RequestedAmount: number("1000"), FeeAmount: number("0")}},
		"whole with an exponent": {`{"id":"c","requested_amount":1e3,"charged_amount":1.25E+2,"fee_amount":12000e-3}`, paymentapi.Charge{ID: "c", RequestedAmount: number("1000"), ChargedAmount: number("125"), FeeAmount: number("12")}},
		"exact decimals": {
			`{"id":"c","requested_amount_formatted":0.10,"charged_amount_formatted":1e2,"fee_amount_formatted":123456789012345678901234567890.123}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("0.1"), ChargedAmountFormatted: number("100"), FeeAmountFormatted: number("123456789012345678901234567890.123")},
		},
		"decimals with exponents": {
			`{"id":"c","requested_amount_formatted":1.5e10,"charged_amount_formatted":-25E-4,"fee_amount_formatted":-0.0e+5}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("15000000000"), ChargedAmountFormatted: number("-0.0025"), FeeAmountFormatted: number("0")},
		},
		"the farthest decimals": {
			`{"id":"c","requested_amount_formatted":1E+300,"charged_amount_formatted":1e-300}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("1" + strings.Repeat("0", 300)), ChargedAmountFormatted: number("0." + strings.Repeat("0", 299) + "1")},
		},
		"decimals as text": {
			`{"id":"c","requested_amount_formatted":"10.50","fee_amount_formatted":"-0.5"}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("10.5"), FeeAmountFormatted: number("-0.5")},
		},
		"metadata": {
			`{"id":"c","metadata":{"s":"a\"b","n":8012345678,"f":1.10,"t":true,"z":null,"o":{"a": 1},"l":[1, "x"]},"redirect":{}}`,
			paymentapi.Charge{ID: "c", Redirect: map[string]*string{}, Metadata: map[string]*string{
				"s": text(`a"b`), "n": text("8012345678"), "f": text("1.10"), "t": text("true"), "z": nil, "o": text(`{"a": 1}`), "l": text(`[1, "x"]`),
			}},
		},
		"names that look the same": {
			`{"id":"c","metadata":{"\u00e9":"1","e\u0301":"2"}}`,
			paymentapi.Charge{ID: "c", Metadata: map[string]*string{"\u00e9": text("2")}},
		},
		"an object of PHP":    {`{"id":"c","metadata":[ ]}`, paymentapi.Charge{ID: "c", Metadata: map[string]*string{}}},
		"an empty error":      {`{"id":"c","error":{}}`, paymentapi.Charge{ID: "c", Error: text("{}")}},
		"an error":            {`{"id":"c","error":{"code": 101, "message":"<x>"}}`, paymentapi.Charge{ID: "c", Error: text(`{"code": 101, "message":"<x>"}`)}},
		"an error as a text":  {`{"id":"c","error":"x"}`, paymentapi.Charge{ID: "c", Error: text(`"x"`)}},
		"an id with no shape": {`{"id":"not a uuid / at all"}`, paymentapi.Charge{ID: "not a uuid / at all"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := one(t, tt.json)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestListCharges_refuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ field, value, problem string }{
		"a fraction":               {"requested_amount", "10.5", "not a whole number"},
		"a fraction by exponent":   {"fee_amount", "105e-1", "not a whole number"},
		"a very long amount":       {"charged_amount", strings.Repeat("9", 151), "too long"},
		"a very long power of ten": {"charged_amount", "1e150", "too long"},
		"an absurd exponent":       {"requested_amount", "1e20000000", "exponent"},
		"absurd, formatted":        {"requested_amount_formatted", "1e20000000", "exponent"},
		"absurd, negative":         {"fee_amount_formatted", "1e-20000000", "exponent"},
		"absurd beyond an integer": {"fee_amount_formatted", "1e99999999999999999999", "exponent"},
		"a very long number":       {"fee_amount_formatted", strings.Repeat("9", 200), "too long"},
		"a text as amount":         {"requested_amount", `"1,000"`, "not a number"},
		"a word as amount":         {"fee_amount_formatted", `"10abc"`, "not a number"},
		"an empty text as amount":  {"fee_amount_formatted", `""`, "not a number"},
		"a boolean as text":        {"fee_amount_formatted", `"true"`, "not a number"},
		"a text with a space":      {"requested_amount", `"100 "`, "not a number"},
		"a text with two numbers":  {"requested_amount", `"1 2"`, "not a number"},
		"a boolean as amount":      {"requested_amount", "true", "not a number"},
		"an object as formatted":   {"charged_amount_formatted", "{}", "not a number"},
		"metadata no object":       {"metadata", "[1]", "not an object"},
		"metadata not UTF-8":       {"metadata", "{\"a\":\"\xff\"}", "not valid UTF-8"},
		"a name not UTF-8":         {"metadata", "{\"\xff\":1}", "not valid UTF-8"},
		"redirect no object":       {"redirect", `"x"`, "not an object"},
		"a number as text":         {"status", "7", "status is a number"},
		"a text as boolean":        {"only_direct_currency", `"true"`, "only_direct_currency is a string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := one(t, fmt.Sprintf(`{%q:%s,"id":"11111111-1111-4111-8111-111111111111"}`, tt.field, tt.value))
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range []string{"charge 11111111-1111-4111-8111-111111111111: ", tt.field, tt.problem} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in the error: %v", part, err)
				}
			}
		})
	}
}
