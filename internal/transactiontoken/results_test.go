// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The results are what the service says of a token, as far as it has the documented type. No detail of
// an answer hides the token, and data_json has all that the service says in data.
func TestOpen_results(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer string // JSON, to which an id is added
		want   values // the results that are not null, besides the id and data_json
	}{
		"all results": {
			answer: `{
				"active": true,
				"confirmed": "sms",
				"created_on": "2025-06-02T00:00:00Z",
				"data": {
					"billing": {
						"city": "Chiyoda",
						"country": "JP",
						"line1": "1-2-3",
						"line2": "Room 4",
						"phone_number": {"country_code": 81, "local_number": "9012345678"},
						"state": "Tokyo",
						"zip": "100-0001"
					},
					"card": {
						"brand": "visa",
						"card_bin": "400002",
						"card_type": "credit",
						"cardholder": "HANAKO",
						"category": "classic",
						"country": "US",
						"exp_month": 7,
						"exp_year": 2031,
						"issuer": "A Bank",
						"last_four": "0000",
						"sub_brand": "visa_electron"
					},
					"cvv_authorize": {
						"charge_id": "c-1",
						"credentials_id": "c-2",
						"currency": "JPY",
						"enabled": true,
						"status": "pending"
					},
					"cvv_authorize_check": {
						"charge_id": "c-3",
						"date": "2025-06-01T00:00:00Z",
						"status": "successful"
					}
				},
				"email": "other@example.com",
				"last_used_on": "2025-06-03T00:00:00Z",
				"metadata": {"a": "b"},
				"mode": "test",
				"payment_type": "online",
				"store_id": "33333333-3333-4333-8333-333333333333",
				"updated_on": "2025-06-04T00:00:00Z",
				"usage_limit": "daily"
			}`,
			want: values{
				"active":     true,
				"confirmed":  "sms",
				"created_on": "2025-06-02T00:00:00Z",
				"data": values{
					"billing": values{
						"city":         "Chiyoda",
						"country":      "JP",
						"line1":        "1-2-3",
						"line2":        "Room 4",
						"phone_number": values{"country_code": 81, "local_number": "9012345678"},
						"state":        "Tokyo",
						"zip":          "100-0001",
					},
					"card": values{
						"brand":      "visa",
						"card_bin":   "400002",
						"card_type":  "credit",
						"cardholder": "HANAKO",
						"category":   "classic",
						"country":    "US",
						"exp_month":  7,
						"exp_year":   2031,
						"issuer":     "A Bank",
						"last_four":  "0000",
						"sub_brand":  "visa_electron",
					},
					"cvv_authorize": values{
						"charge_id":      "c-1",
						"credentials_id": "c-2",
						"currency":       "JPY",
						"enabled":        true,
						"status":         "pending",
					},
					"cvv_authorize_check": values{
						"charge_id": "c-3",
						"date":      "2025-06-01T00:00:00Z",
						"status":    "successful",
					},
				},
				"email":        "other@example.com",
				"last_used_on": "2025-06-03T00:00:00Z",
				"metadata":     values{"a": "b"},
				"mode":         "test",
				"payment_type": "online",
				"store_id":     "33333333-3333-4333-8333-333333333333",
				"updated_on":   "2025-06-04T00:00:00Z",
				"usage_limit":  "daily",
			},
		},
		"nothing else": {
			answer: `{}`,
		},
		"a number as text": {
			answer: `{"data": {"card": {"exp_month": "07", "exp_year": "26"}}}`,
			want:   values{"data": values{"card": values{"exp_month": 7, "exp_year": 26}}},
		},
		"a whole number with a decimal point": {
			answer: `{"data": {"card": {"exp_year": 2031.0}}}`,
			want:   values{"data": values{"card": values{"exp_year": 2031}}},
		},
		"a text that is no number": {
			answer: `{"data": {"card": {"exp_year": "soon"}}}`,
			want:   values{"data": values{"card": values{}}},
		},
		"a number that is too large": {
			answer: `{"data": {"card": {"exp_year": 1e400}}}`,
			want:   values{"data": values{"card": values{}}},
		},
		"a number in place of a text": {
			answer: `{"data": {"card": {"card_type": 7}}, "metadata": {"a": 1}}`,
			want:   values{"data": values{"card": values{"card_type": "7"}}, "metadata": values{"a": "1"}},
		},
		"a bool in place of a text": {
			answer: `{"data": {"card": {"card_type": true}}, "confirmed": true}`,
			want:   values{"data": values{"card": values{"card_type": "true"}}, "confirmed": "true"},
		},
		"an object in place of a text": {
			answer: `{"data": {"card": {"category": {"a":1}}}, "usage_limit": {"count":3}}`,
			want:   values{"data": values{"card": values{"category": `{"a":1}`}}, "usage_limit": `{"count":3}`},
		},
		"a null in place of a text": {
			answer: `{"data": {"card": {"category": null}}}`,
			want:   values{"data": values{"card": values{}}},
		},
		"a text in place of a bool": {
			answer: `{"active": "yes", "data": {"cvv_authorize": {"enabled": "yes"}}}`,
			want:   values{"data": values{"cvv_authorize": values{}}},
		},
		"a text in place of an object": {
			answer: `{"data": {"billing": "none"}}`,
			want:   values{"data": values{}},
		},
		"a list in place of an object": {
			answer: `{"data": [1], "metadata": [1]}`,
		},
		"data that is null": {
			answer: `{"data": null}`,
		},
		"data with other fields": {
			answer: `{"data": {"paidy_token": "t"}}`,
			want:   values{"data": values{}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var answer map[string]json.RawMessage
			if err := json.Unmarshal([]byte(compact(t, tt.answer)), &answer); err != nil {
				t.Fatal(err)
			}
			var dataJSON any
			if data := string(answer["data"]); data != "" && data != "null" {
				dataJSON = data
			}
			answer["id"] = json.RawMessage(`"` + id + `"`)
			body, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}

			service, p := start(t)
			service.Inject(fakeservice.Fault{Status: 201, Body: body})
			config := with("online", nil)
			results, diags := p.Open(t.Context(), tokenType, config)
			if len(diags) > 0 || results["id"] != id {
				t.Errorf("it returns the id %v, and says %s", results["id"], diags)
			}
			if results["data_json"] != dataJSON {
				t.Errorf("data_json is %v, want %v", results["data_json"], dataJSON)
			}
			for name := range config {
				delete(results, name)
			}
			delete(results, "id")
			delete(results, "data_json")
			if got := withIntegers(results); len(got)+len(tt.want) > 0 && !reflect.DeepEqual(got, tt.want) {
				t.Errorf("it returns\n%v\nwant\n%v", got, tt.want)
			}
		})
	}
}

// withIntegers returns results whose whole numbers are of type int.
func withIntegers(results values) values {
	converted := values{}
	for name, value := range results {
		switch value := value.(type) {
		case values:
			converted[name] = withIntegers(value)
		case *big.Float:
			number, _ := value.Int64()
			converted[name] = int(number)
		default:
			converted[name] = value
		}
	}
	return converted
}
