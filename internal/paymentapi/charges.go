// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// Directions of a list (API description, section 4.4).
const (
	Ascending  = "asc"
	Descending = "desc"
)

// CardFilter finds charges by card. The service wants all four together.
type CardFilter struct {
	LastFour, Name    string
	ExpMonth, ExpYear int64
}

// ChargeQuery says which charges to list, and how (API description, sections
// 4.2 and 4.4). What is empty or nil is not sent.
type ChargeQuery struct {
	// StoreID is empty for the charges of all stores.
	StoreID                  string
	Card                     *CardFilter
	From, To                 string
	Phone                    string
	AmountFrom, AmountTo     *int64
	Currency, Mode, Metadata string
	TransactionTokenID       string
	Extra                    map[string]string
	PageSize                 int
	Cursor                   string
	Direction                string
	// MaxResults is how many charges are wanted; 0 for all. It is not sent.
	MaxResults int
	// Fields are the fields of a charge that are wanted; nil for all. The others
	// are nil, except those that are needed to find the next page.
	Fields []string
	// Checked are further fields, which may be nil if the service has something
	// else there.
	Checked []string
	// Persistence is how long the call is repeated.
	Persistence Persistence
}

// params returns the query parameter of each field, empty if it is not to be
// sent.
func (q ChargeQuery) params() map[string]string {
	card := CardFilter{}
	if q.Card != nil {
		card = *q.Card
	}
	return map[string]string{
		"last_four":            card.LastFour,
		"name":                 card.Name,
		"exp_month":            positive(card.ExpMonth),
		"exp_year":             positive(card.ExpYear),
		"from":                 q.From,
		"to":                   q.To,
		"phone":                q.Phone,
		"amount_from":          optional(q.AmountFrom),
		"amount_to":            optional(q.AmountTo),
		"currency":             q.Currency,
		"mode":                 q.Mode,
		"metadata":             q.Metadata,
		"transaction_token_id": q.TransactionTokenID,
		"limit":                positive(int64(q.PageSize)),
		"cursor":               q.Cursor,
		"cursor_direction":     q.Direction,
	}
}

// HasChargeParam reports whether name is a query parameter that a ChargeQuery has
// a field for.
func HasChargeParam(name string) bool {
	_, ok := ChargeQuery{}.params()[name]
	return ok
}

func (q ChargeQuery) call() call {
	r := call{method: http.MethodGet, template: "/charges", query: url.Values{}, want: []int{http.StatusOK}, list: true}
	r.persistence = q.Persistence
	r.documented = slices.AppendSeq(slices.Clone(chargeNames), maps.Keys(q.Extra))
	if q.StoreID != "" {
		r.template, r.params = "/stores/{storeId}/charges", []string{q.StoreID}
	}
	for name, value := range q.Extra {
		r.query.Set(name, value)
		r.secrets = append(r.secrets, value) // such as an e-mail address
	}
	params := q.params()
	for name, value := range params {
		if value != "" {
			r.query.Set(name, value)
		}
	}
	for _, name := range []string{"last_four", "name", "exp_month", "exp_year", "phone", "metadata"} {
		r.secrets = append(r.secrets, params[name])
	}
	r.names = []string{params["name"]}
	return r
}

// ListCharges reads one page. An answer that is no page of charges, or that has
// a charge which cannot be used, is an *Error.
func (c *Client) ListCharges(ctx context.Context, q ChargeQuery) (*Page[Charge], error) {
	return readPage(ctx, c, q.call(), chargeDecoder(q.Fields, q.Checked))
}

func optional(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func positive(n int64) string {
	if n <= 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
