// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"maps"
	"math/big"
	"net/url"
	"slices"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// promises tests everything that the settings allow.
func promises(t *testing.T, s settings) {
	t.Helper()
	direct := newService(t, s)
	t.Run("charges", func(t *testing.T) { direct.chargesAreThoseOfOneCursor(t) })
	if s.read != nil {
		t.Run("webhook is read", func(t *testing.T) { direct.webhookIsRead(t, *s.read) })
	}
	if s.change != nil {
		t.Run("webhook is managed", func(t *testing.T) { direct.webhookIsManaged(t, *s.change) })
	}
	if s.createToken {
		t.Run("token", func(t *testing.T) { direct.tokenIsCreated(t) })
	}
}

// chargesAreThoseOfOneCursor compares lists with what one cursor reads. All lists
// end before the newest charge, so that no charge made meanwhile is in one of them.
func (s *service) chargesAreThoseOfOneCursor(t *testing.T) {
	newest := s.cursor(t, nil, s.charges)
	if len(newest) < 2 {
		t.Skipf("there are %d charges, which is too few to compare", len(newest))
	}
	to := newest[0].CreatedOn
	whole := url.Values{"from": {newest[len(newest)-1].CreatedOn}, "to": {to}}
	for name, tc := range map[string]struct {
		filter url.Values
		more   acctest.Values
		limit  int
	}{
		"first charges":             {url.Values{"to": {to}}, nil, s.charges},
		"in small pages":            {url.Values{"to": {to}}, acctest.Values{"page_size": 10}, 60},
		"in pages of another size":  {url.Values{"to": {to}}, acctest.Values{"page_size": 37}, s.charges},
		"oldest first":              {whole, acctest.Values{"cursor_direction": paymentapi.Ascending}, 0},
		"between two times":         {whole, nil, 0},
		"in one currency":           {with(whole, "currency", newest[0].Currency), nil, 0},
		"in test mode":              {with(whole, "mode", "test"), nil, 0},
		"after a charge":            {url.Values{"to": {to}, "cursor": {newest[len(newest)/2].ID}}, nil, 50},
		"the newer half of charges": {with(whole, "from", newest[len(newest)/2].CreatedOn), nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			config, filter := acctest.Values{}, maps.Clone(tc.filter)
			for name := range tc.filter {
				config[name] = tc.filter.Get(name)
			}
			if s.storeID != "" {
				config["store_id"] = s.storeID
			}
			maps.Copy(config, tc.more)
			if direction, ok := tc.more["cursor_direction"].(string); ok {
				filter.Set("cursor_direction", direction)
			}
			limit := tc.limit
			if limit > 0 {
				config["max_results"] = limit
			} else {
				limit = 1 << 30
			}
			want := s.cursor(t, filter, limit)
			got, diags := s.provider.Read(t.Context(), "paymentservice_charges", config)
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			charges, _ := got["charges"].([]any)
			if !slices.Equal(idsOf(charges), idsOfRows(want)) {
				t.Errorf("%d charges differ from the %d that one cursor reads, or in their order; %s", len(charges), len(want), diags)
			}
		})
	}
	t.Run("summary", func(t *testing.T) { s.summaryIsThatOfTheList(t, whole) })
}

// with returns a filter with one value set.
func with(filter url.Values, name, value string) url.Values {
	changed := maps.Clone(filter)
	changed.Set(name, value)
	return changed
}

func idsOf(charges []any) []string {
	ids := make([]string, len(charges))
	for i, charge := range charges {
		object, _ := charge.(map[string]any)
		ids[i], _ = object["id"].(string)
	}
	return ids
}

func idsOfRows(rows []row) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}

// summaryIsThatOfTheList compares a summary with the charges that one cursor
// reads.
func (s *service) summaryIsThatOfTheList(t *testing.T, filter url.Values) {
	config := acctest.Values{"from": filter.Get("from"), "to": filter.Get("to")}
	if s.storeID != "" {
		config["store_id"] = s.storeID
	}
	list := s.cursor(t, filter, 1<<30)
	want := map[string]*big.Float{}
	for _, r := range list {
		amount, ok := new(big.Float).SetString(r.Amount.String())
		if !ok {
			t.Fatal("an amount is no number")
		}
		if want[r.Currency] == nil {
			want[r.Currency] = new(big.Float)
		}
		want[r.Currency].Add(want[r.Currency], amount)
	}
	got, diags := s.provider.Read(t.Context(), "paymentservice_charge_summary", config)
	if diags.Errors() != "" {
		t.Fatal(diags)
	}
	if count, ok := got["charge_count"].(*big.Float); !ok || count.Cmp(big.NewFloat(float64(len(list)))) != 0 {
		t.Errorf("the summary counts %v charges, one cursor reads %d", got["charge_count"], len(list))
	}
	sums, _ := got["requested"].(map[string]any)
	if len(sums) != len(want) {
		t.Errorf("the summary has %d currencies, the list %d", len(sums), len(want))
	}
	for currency, sum := range want {
		one, _ := sums[currency].(map[string]any)
		if amount, ok := one["amount"].(*big.Float); !ok || amount.Cmp(sum) != 0 {
			t.Errorf("the sum in %s differs from that of the list", currency)
		}
	}
}

// tokenIsCreated creates one token for an online payment, which needs no
// personal data.
func (s *service) tokenIsCreated(t *testing.T) {
	got, diags := s.provider.Open(t.Context(), "paymentservice_transaction_token", acctest.Values{
		"create": true, "type": "one_time",
		"online": acctest.Values{"brand": "pay_pay_online", "call_method": "http_post"},
	})
	if diags.Errors() != "" {
		t.Fatal(diags)
	}
	if id, _ := got["id"].(string); id == "" {
		t.Error("the token has no id")
	}
	if mode, _ := got["mode"].(string); mode != "test" {
		t.Errorf("the token is in the mode %q", mode)
	}
}
