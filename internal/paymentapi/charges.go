// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Directions of a list (API description, section 4.4).
const (
	Ascending  = "asc"
	Descending = "desc"
)

// CardFilter finds charges by card. The service wants all four together.
type CardFilter struct {
	LastFour string
	Name     string
	ExpMonth int64
	ExpYear  int64
}

// ChargeQuery says which charges to list, and how (API description, sections
// 4.2 and 4.4). What is empty or nil is not sent.
type ChargeQuery struct {
	// StoreID is empty for the charges of all stores.
	StoreID            string
	Card               CardFilter
	From               string
	To                 string
	Phone              string
	AmountFrom         *int64
	AmountTo           *int64
	Currency           string
	Mode               string
	Metadata           string
	TransactionTokenID string
	Extra              map[string]string
	PageSize           int
	Cursor             string
	Direction          string
	// MaxResults is how many charges of all pages are wanted, or 0 for all. It is not sent.
	MaxResults int
	// Fields are the fields of a charge that are wanted; nil for all. The others are nil, except
	// for ID, and CreatedOn if it can be used.
	Fields []string
	// LenientFields are further fields that the caller looks at: one that cannot be used is nil,
	// and not an error.
	LenientFields []string
	// OneAttempt is for a page that is good to have and not needed.
	OneAttempt bool
}

// queryParams returns the query parameter of each field, empty if it is not to be sent.
func (q ChargeQuery) queryParams() map[string]string {
	return map[string]string{
		"last_four":            q.Card.LastFour,
		"name":                 q.Card.Name,
		"exp_month":            formatPositive(q.Card.ExpMonth),
		"exp_year":             formatPositive(q.Card.ExpYear),
		"from":                 q.From,
		"to":                   q.To,
		"phone":                q.Phone,
		"amount_from":          formatOptional(q.AmountFrom),
		"amount_to":            formatOptional(q.AmountTo),
		"currency":             q.Currency,
		"mode":                 q.Mode,
		"metadata":             q.Metadata,
		"transaction_token_id": q.TransactionTokenID,
		"limit":                formatPositive(int64(q.PageSize)),
		"cursor":               q.Cursor,
		"cursor_direction":     q.Direction,
	}
}

// HasChargeParam reports whether name is a query parameter that a ChargeQuery has a field for.
func HasChargeParam(name string) bool {
	_, ok := ChargeQuery{}.queryParams()[name]
	return ok
}

// call is the call for a page of the list.
func (q ChargeQuery) call() *apiCall {
	params := q.queryParams()
	call := &apiCall{
		method:      http.MethodGet,
		template:    "/charges",
		query:       url.Values{},
		okStatuses:  []int{http.StatusOK},
		oneAttempt:  q.OneAttempt,
		sendsSecret: q.Card != CardFilter{} || q.Phone != "" || q.Metadata != "" || len(q.Extra) > 0,
		documented:  slices.AppendSeq([]string{"store_id", "storeId"}, maps.Keys(params)),
	}
	if q.StoreID != "" {
		call.template = "/stores/{storeId}/charges"
		call.pathParams = []string{q.StoreID}
	}

	for name, value := range q.Extra {
		call.query.Set(name, value)
	}
	for name, value := range params {
		if value != "" {
			call.query.Set(name, value)
		}
	}
	return call
}

// ListCharges reads one page. An answer that is no page of charges, or that has
// a charge which cannot be used, is an *Error.
func (c *Client) ListCharges(ctx context.Context, q ChargeQuery) (*Page[Charge], error) {
	return readPage(ctx, c, q.call(), chargeDecoder(q.Fields, q.LenientFields))
}

func formatOptional(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func formatPositive(n int64) string {
	if n <= 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// Charge is an element of the charge list (API description, section 2.2). A field that is
// absent or null is nil.
type Charge struct {
	ID                    string
	StoreID               *string
	TransactionTokenID    *string
	TransactionTokenType  *string
	SubscriptionID        *string
	MerchantTransactionID *string
	RequestedCurrency     *string
	ChargedCurrency       *string
	FeeCurrency           *string
	CaptureAt             *string
	Descriptor            *string
	DescriptorPhoneNumber *string
	Status                *string
	Mode                  *string
	MerchantName          *string
	StoreName             *string
	OnlyDirectCurrency    *bool

	// All numbers are written without an exponent and without needless zeros. Amounts are
	// whole numbers of any size.
	RequestedAmount          *json.Number
	ChargedAmount            *json.Number
	FeeAmount                *json.Number
	RequestedAmountFormatted *json.Number
	ChargedAmountFormatted   *json.Number
	FeeAmountFormatted       *json.Number

	// Error is JSON text: its shape is not documented.
	Error *string
	// CreatedOn, Metadata and Redirect hold a value that is no string as its JSON text.
	CreatedOn *string
	Metadata  map[string]*string
	Redirect  map[string]*string
}

// readers say how each member of a charge is read into its field.
func (charge *Charge) readers() fieldReaders {
	return fieldReaders{
		"id":                         into(&charge.ID, decodeTextOrEmpty),
		"store_id":                   into(&charge.StoreID, decodeText),
		"transaction_token_id":       into(&charge.TransactionTokenID, decodeText),
		"transaction_token_type":     into(&charge.TransactionTokenType, decodeText),
		"subscription_id":            into(&charge.SubscriptionID, decodeText),
		"merchant_transaction_id":    into(&charge.MerchantTransactionID, decodeText),
		"requested_amount":           into(&charge.RequestedAmount, decodeAmount),
		"requested_currency":         into(&charge.RequestedCurrency, decodeText),
		"requested_amount_formatted": into(&charge.RequestedAmountFormatted, decodeDecimal),
		"charged_amount":             into(&charge.ChargedAmount, decodeAmount),
		"charged_currency":           into(&charge.ChargedCurrency, decodeText),
		"charged_amount_formatted":   into(&charge.ChargedAmountFormatted, decodeDecimal),
		"fee_amount":                 into(&charge.FeeAmount, decodeAmount),
		"fee_currency":               into(&charge.FeeCurrency, decodeText),
		"fee_amount_formatted":       into(&charge.FeeAmountFormatted, decodeDecimal),
		"only_direct_currency":       into(&charge.OnlyDirectCurrency, decodeAs[bool]),
		"capture_at":                 into(&charge.CaptureAt, decodeText),
		"descriptor":                 into(&charge.Descriptor, decodeText),
		"descriptor_phone_number":    into(&charge.DescriptorPhoneNumber, decodeText),
		"status":                     into(&charge.Status, decodeText),
		"error":                      into(&charge.Error, decodeJSON),
		"metadata":                   into(&charge.Metadata, decodeTextMap),
		"mode":                       into(&charge.Mode, decodeText),
		"created_on":                 into(&charge.CreatedOn, decodeTextOrJSON),
		"redirect":                   into(&charge.Redirect, decodeTextMap),
		"merchant_name":              into(&charge.MerchantName, decodeText),
		"store_name":                 into(&charge.StoreName, decodeText),
	}
}

// FieldPointers returns pointers to the fields of a charge, by their names in the API.
func (charge *Charge) FieldPointers() map[string]any {
	fields := map[string]any{}
	for name, reader := range charge.readers() {
		fields[name] = reader.field
	}
	return fields
}

// chargeDecoder returns what decodes one charge after the other, and reads of each
//
//   - the named fields, all if names is nil, and always id: a wrong type is an error;
//   - the lenient fields, and always created_on, by which a list is read in parts: of those that are not named,
//     a wrong type counts as missing.
//
// The errors name the field and the charge, and quote nothing else.
func chargeDecoder(names, lenient []string) func(*jsontext.Decoder, *Charge) error {
	var scratch Charge // the readers fill it; new ones for each charge would take as long as reading it
	readers := fieldReaders{}
	readsAll := names == nil
	names = slices.Concat(names, []string{"id"})
	lenient = slices.Concat(lenient, []string{"created_on"})
	for name, reader := range scratch.readers() {
		isNamed := readsAll || slices.Contains(names, name)
		isLenient := slices.Contains(lenient, name)
		if isNamed || isLenient {
			reader.lenient = !isNamed
			readers[name] = reader
		}
	}

	return func(decoder *jsontext.Decoder, charge *Charge) error {
		scratch = Charge{}
		err := readers.read(decoder)
		*charge = scratch

		switch {
		case strings.TrimSpace(charge.ID) == "":
			return errors.New("it has no id, or one that is empty or not a valid string")
		case err != nil && IsUUID(charge.ID): // no other id is shown
			return fmt.Errorf("charge %s: %w", charge.ID, err)
		}
		return err
	}
}

// timeLayouts are the forms of a time that leave no doubt about its instant. One without an
// offset is a time in UTC.
var timeLayouts = []string{
	time.RFC3339,
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05Z07",
	"2006-01-02T15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04Z0700",
	"2006-01-02T15:04Z07",
	"2006-01-02T15:04",
	time.DateOnly,
}

// unixMillis matches milliseconds since 1970, of the years 2001 to 2286.
var unixMillis = regexp.MustCompile(`^[1-9][0-9]{12}$`)

// ParseTime reads a time as RFC 3339 writes it, or in another form that services use: with a
// space for the T, with a shorter offset or none, which means UTC, without seconds, or as
// milliseconds since 1970. A date is its start in UTC. It reports false for any other text.
func ParseTime(text string) (time.Time, bool) {
	text = strings.ToUpper(text)
	if date, clock, ok := strings.Cut(text, " "); ok {
		text = date + "T" + clock
	}

	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}

	if unixMillis.MatchString(text) {
		millis, err := strconv.ParseInt(text, 10, 64)
		return time.UnixMilli(millis), err == nil
	}
	return time.Time{}, false
}

// Created returns the time in CreatedOn, and false if that is nil or not a time.
func (charge *Charge) Created() (time.Time, bool) {
	if charge.CreatedOn == nil {
		return time.Time{}, false
	}
	return ParseTime(*charge.CreatedOn)
}
