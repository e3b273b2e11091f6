// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"testing"
)

// TestOpen_results: every result of a card, as the service writes it.
func TestOpen_results(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	results, diags := p.Open(t.Context(), tokenType, with("card", values{
		"card/exp_month": "07", "card/line1": "1-2-3", "card/country": "JP",
		"card/phone_number": values{"country_code": "81", "local_number": "9012345678"},
	}))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	token := service.Tokens()[0]
	for path, want := range map[string]string{
		"id": token.ID, "store_id": token.StoreID, "email": "customer@example.com", "payment_type": "card", "mode": "test", "type": "one_time", "active": "true",
		"metadata": "map[]", "usage_limit": "<nil>", "confirmed": "<nil>", "last_used_on": "<nil>",
		"data/card/cardholder": cardholder, "data/card/card_bin": cardNumber[:6], "data/card/last_four": cardNumber[12:], "data/card/brand": "visa",
		"data/card/exp_month": "7", "data/card/exp_year": "2031", "data/card/category": "<nil>",
		"data/billing/line1": "1-2-3", "data/billing/line2": "<nil>", "data/billing/country": "JP",
		"data/billing/phone_number/country_code": "81", "data/billing/phone_number/local_number": "9012345678",
		"data/cvv_authorize/enabled": "false", "data/cvv_authorize_check/status": "<nil>",
	} {
		if got := shown(at(results, path)); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if text, _ := results["data_json"].(string); !json.Valid([]byte(text)) {
		t.Errorf("data_json is %q", text)
	}
}

// shown writes a result for a comparison.
func shown(value any) string {
	if number, ok := value.(*big.Float); ok {
		return number.Text('f', -1)
	}
	return fmt.Sprint(value)
}

// TestOpen_tolerates: no detail of an answer may hide a token. Each row has what a
// service answers besides the id, and a result of that.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct{ answer, result, want string }{
		"country code as a string":    {`"data":{"billing":{"phone_number":{"country_code":"81"}}}`, "data/billing/phone_number/country_code", "81"},
		"year as a fraction":          {`"data":{"card":{"exp_year":2031.0}}`, "data/card/exp_year", "2031"},
		"year as text":                {`"data":{"card":{"exp_year":"31"}}`, "data/card/exp_year", "31"},
		"year as a word":              {`"data":{"card":{"exp_year":"soon"}}`, "data/card/exp_year", "<nil>"},
		"year out of range":           {`"data":{"card":{"exp_year":1e400}}`, "data/card/exp_year", "<nil>"},
		"card type as a number":       {`"data":{"card":{"card_type":7}}`, "data/card/card_type", "7"},
		"category as an object":       {`"data":{"card":{"category":{"a":1}}}`, "data/card/category", "<nil>"},
		"no billing":                  {`"data":{"card":{}}`, "data/billing", "<nil>"},
		"billing a string":            {`"data":{"billing":"none"}`, "data/billing", "<nil>"},
		"no data":                     {`"mode":"test"`, "data", "<nil>"},
		"no data, as JSON":            {`"data":null`, "data_json", "<nil>"},
		"data of any shape":           {`"data":{"paidy_token":"t","phone_number":{"country_code":"81"}}`, "data_json", `{"paidy_token":"t","phone_number":{"country_code":"81"}}`},
		"data a list":                 {`"data":[1]`, "data", "<nil>"},
		"data a list, as JSON":        {`"data":[1]`, "data_json", "[1]"},
		"confirmed a bool":            {`"confirmed":true`, "confirmed", "true"},
		"limit an object":             {`"usage_limit":{"count":3}`, "usage_limit", `{"count":3}`},
		"active a word":               {`"active":"yes"`, "active", "<nil>"},
		"metadata with a number":      {`"metadata":{"a":1}`, "metadata", "map[a:1]"},
		"metadata a list":             {`"metadata":[1]`, "metadata", "<nil>"},
		"metadata an empty list":      {`"metadata":[]`, "metadata", "map[]"},
		"no metadata":                 {`"mode":"test"`, "metadata", "<nil>"},
		"another e-mail":              {`"email":"other@example.com"`, "email", "customer@example.com"},
		"further fields":              {`"further":1,"mode":"live"`, "mode", "live"},
		"a field in another spelling": {`"Mode":"live"`, "mode", "<nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t)
			service.Inject(answer(201, `{"id":"`+id+`",`+tc.answer+`}`))
			results, diags := p.Open(t.Context(), tokenType, with("card", nil))
			if got := shown(at(results, tc.result)); len(diags) > 0 || got != tc.want {
				t.Errorf("%s is %s, want %s; said %s", tc.result, got, tc.want, diags)
			}
		})
	}
}
