// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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
	// MaxResults is how many charges are wanted; all if it is not above 0. It is not sent.
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
	r := call{method: http.MethodGet, template: "/charges", query: url.Values{}, want: []int{http.StatusOK}}
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
	return readPage(ctx, c, q.call(), q.MaxResults, chargeDecoder(q.Fields, q.Checked))
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

// Charge is an element of the charge list (API description, section 2.2), with the
// names that its fields have there. A field that is absent or null is nil.
type Charge struct {
	ID                       string       `api:"id"`
	StoreID                  *string      `api:"store_id"`
	TransactionTokenID       *string      `api:"transaction_token_id"`
	TransactionTokenType     *string      `api:"transaction_token_type"`
	SubscriptionID           *string      `api:"subscription_id"`
	MerchantTransactionID    *string      `api:"merchant_transaction_id"`
	RequestedAmount          *json.Number `api:"requested_amount" as:"whole"` // amounts are whole numbers of any size; all numbers are as PlainNumber writes them
	RequestedCurrency        *string      `api:"requested_currency"`
	RequestedAmountFormatted *json.Number `api:"requested_amount_formatted"`
	ChargedAmount            *json.Number `api:"charged_amount" as:"whole"`
	ChargedCurrency          *string      `api:"charged_currency"`
	ChargedAmountFormatted   *json.Number `api:"charged_amount_formatted"`
	FeeAmount                *json.Number `api:"fee_amount" as:"whole"`
	FeeCurrency              *string      `api:"fee_currency"`
	FeeAmountFormatted       *json.Number `api:"fee_amount_formatted"`
	OnlyDirectCurrency       *bool        `api:"only_direct_currency"`
	CaptureAt                *string      `api:"capture_at"`
	Descriptor               *string      `api:"descriptor"`
	DescriptorPhoneNumber    *string      `api:"descriptor_phone_number"`
	Status                   *string      `api:"status"`
	// Error is JSON text: its shape is not documented.
	Error *string `api:"error" as:"json"`
	// Metadata, CreatedOn and Redirect hold a value that is no string as its JSON text.
	Metadata     map[string]*string `api:"metadata"`
	Mode         *string            `api:"mode"`
	CreatedOn    *string            `api:"created_on" as:"any"`
	Redirect     map[string]*string `api:"redirect"`
	MerchantName *string            `api:"merchant_name"`
	StoreName    *string            `api:"store_name"`
}

var chargeFields = fieldsOf[Charge]()

// wantedFields returns the named fields of charges, or all if names is nil. The id and
// created_on are always read, since reading a list takes them. A field that is only
// checked is never an error, whatever its value.
func wantedFields(names, checked []string) fields {
	if names == nil {
		return chargeFields
	}
	wanted := fields{}
	for _, name := range checked {
		wanted[name] = func(c reflect.Value, decoder *jsontext.Decoder) error {
			_ = chargeFields[name](c, decoder)
			return nil
		}
	}
	for _, name := range append([]string{"id", "created_on"}, names...) {
		if read, ok := chargeFields[name]; ok {
			wanted[name] = read
		}
	}
	return wanted
}

// chargeDecoder returns what decodes a charge. Its errors name the field and
// the charge, and quote nothing else.
func chargeDecoder(names, checked []string) func(*jsontext.Decoder, *Charge) error {
	wanted := wantedFields(names, checked)
	return func(decoder *jsontext.Decoder, charge *Charge) error {
		err := wanted.read(decoder, charge)
		switch {
		case strings.TrimSpace(charge.ID) == "":
			return errNoID
		case err != nil && IsUUID(charge.ID): // no other id is shown
			return fmt.Errorf("charge %s: %w", charge.ID, err)
		}
		return err
	}
}
