// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Charge is an element of the charge lists (API description, section 2.2). Metadata and
// Redirect are marshaled as they are: use json.Number or json.RawMessage for an exact text.
type Charge struct {
	ID                       string          `json:"id"`
	StoreID                  string          `json:"store_id"`
	TransactionTokenID       string          `json:"transaction_token_id"`
	TransactionTokenType     string          `json:"transaction_token_type"`
	SubscriptionID           *string         `json:"subscription_id"`
	MerchantTransactionID    *string         `json:"merchant_transaction_id"`
	RequestedAmount          int64           `json:"requested_amount"`
	RequestedCurrency        string          `json:"requested_currency"`
	RequestedAmountFormatted json.Number     `json:"requested_amount_formatted"`
	ChargedAmount            *int64          `json:"charged_amount"`
	ChargedCurrency          *string         `json:"charged_currency"`
	ChargedAmountFormatted   *json.Number    `json:"charged_amount_formatted"`
	FeeAmount                *int64          `json:"fee_amount"`
	FeeCurrency              *string         `json:"fee_currency"`
	FeeAmountFormatted       *json.Number    `json:"fee_amount_formatted"`
	OnlyDirectCurrency       bool            `json:"only_direct_currency"`
	CaptureAt                *string         `json:"capture_at"`
	Descriptor               *string         `json:"descriptor"`
	DescriptorPhoneNumber    *string         `json:"descriptor_phone_number"`
	Status                   string          `json:"status"`
	Error                    json.RawMessage `json:"error"`
	Metadata                 map[string]any  `json:"metadata"`
	Mode                     string          `json:"mode"`
	CreatedOn                time.Time       `json:"-"`
	Redirect                 map[string]any  `json:"redirect"`
	MerchantName             string          `json:"merchant_name"`
	StoreName                string          `json:"store_name"`

	// Consumer is in no answer. Filters of these names find a charge by it: last_four,
	// name, exp_month, exp_year, phone, email.
	Consumer map[string]string `json:"-"`
}

// newestFirst is the order of charges: of the same instant, by descending id, so that the order is
// total, and "asc" is its exact reverse.
func newestFirst(a, b *Charge) int {
	return cmp.Or(b.CreatedOn.Compare(a.CreatedOn), strings.Compare(b.ID, a.ID))
}

// AddCharges puts charges into the store, replacing those with the same id, and
// returns them with defaults for missing ids, currencies, status and times, and
// for the charged amount of successful ones. created_on is truncated to the
// microsecond.
func (s *Service) AddCharges(charges ...Charge) []Charge {
	s.mu.Lock()
	defer s.mu.Unlock()
	completed := make([]Charge, len(charges))
	for i, c := range charges {
		completed[i] = c.completed()
		s.addStore(completed[i].StoreID, DefaultMerchantID)
		s.charges[strings.ToLower(completed[i].ID)] = &completed[i]
	}
	all := slices.SortedFunc(maps.Values(s.charges), newestFirst)
	s.lists = map[string][]*Charge{"": all}
	for _, c := range all {
		store := strings.ToLower(c.StoreID)
		s.lists[store] = append(s.lists[store], c)
	}
	return slices.Clone(completed)
}

// Charges returns the charges of a store, or all for an empty id, newest first.
func (s *Service) Charges(storeID string) []Charge {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var charges []Charge
	for _, c := range s.lists[strings.ToLower(storeID)] {
		charges = append(charges, *c)
	}
	return charges
}

// wire returns the charge as in an answer.
func (c *Charge) wire(b *Behavior) any {
	if c.ChargedAmount == nil && !b.UnchargedIsNull {
		charged := *c
		charged.charge(0)
		c = &charged
	}
	return b.rewritten(struct {
		*Charge
		CreatedOn string `json:"created_on"`
	}{c, c.CreatedOn.Format(timestamp)})
}

// charge sets what was charged, in the currency that was requested.
func (c *Charge) charge(amount int64) {
	c.ChargedAmount = &amount
	c.ChargedCurrency = new(c.RequestedCurrency)
	c.ChargedAmountFormatted = new(formatAmount(amount, c.RequestedCurrency))
}

// completed returns the charge with defaults for missing fields.
func (c Charge) completed() Charge {
	c.ID = cmp.Or(c.ID, uuid.NewString())
	c.StoreID = cmp.Or(c.StoreID, DefaultStoreID)
	c.TransactionTokenID = cmp.Or(c.TransactionTokenID, uuid.NewString())
	c.TransactionTokenType = cmp.Or(c.TransactionTokenType, "one_time")
	c.RequestedCurrency = cmp.Or(c.RequestedCurrency, "JPY")
	formatted := formatAmount(c.RequestedAmount, c.RequestedCurrency)
	c.RequestedAmountFormatted = cmp.Or(c.RequestedAmountFormatted, formatted)
	c.Status = cmp.Or(c.Status, "successful")
	c.Mode = cmp.Or(c.Mode, "test")
	c.MerchantName = cmp.Or(c.MerchantName, "Example Merchant")
	c.StoreName = cmp.Or(c.StoreName, "Example Store")
	c.CreatedOn = cmp.Or(c.CreatedOn, instant()).UTC().Truncate(time.Microsecond)
	if c.Metadata == nil {
		c.Metadata = map[string]any{}
	}
	if c.Redirect == nil {
		c.Redirect = map[string]any{}
	}
	if c.Status == "successful" && c.ChargedAmount == nil {
		c.charge(c.RequestedAmount)
	}
	return c
}

// minorUnits has the decimal places of the currencies that do not have two.
var minorUnits = map[string]int{"JPY": 0, "KRW": 0, "KWD": 3}

// formatAmount converts an amount in the currency's smallest unit to a decimal number.
func formatAmount(amount int64, currency string) json.Number {
	places, known := minorUnits[currency]
	if !known {
		places = 2
	}
	return json.Number(big.NewRat(amount, int64(math.Pow10(places))).FloatString(places))
}
