// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	cardNumber = "4111111111111234"
	cardOnly   = `"card_number":"` + cardNumber + `","exp_month":"01","exp_year":"2030"`
	konbini    = `"customer_name":"Taro","convenience_store":"lawson","phone_number":{"country_code":"81","local_number":"0312345678"}`
)

// tokenBody is a right request for the payment type, with data as given and
// fields of the request added.
func tokenBody(paymentType, data, more string) string {
	if more != "" {
		more = "," + more
	}
	return fmt.Sprintf(`{"payment_type":%q,"data":{%s}%s}`, paymentType, data, more)
}

const (
	once  = `"type":"one_time","email":"a@example.com"`
	often = `"type":"recurring","email":"a@example.com"`
)

func TestCreateToken(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body   string
		set    func(*fakeservice.Behavior)
		broken []string // the fields named by the refusal; none: the token is created
	}{
		"card":                     {body: tokenBody("card", cardOnly, once)},
		"konbini":                  {body: tokenBody("konbini", konbini+`,"expiration_period":"P1DT12H","expiration_time_shift":"18:00:00+09:00"`, once)},
		"bank transfer":            {body: tokenBody("bank_transfer", `"brand":"aozora_bank"`, once)},
		"paidy of any shape":       {body: tokenBody("paidy", `"paidy_token":"x","shipping_address":{"zip":"1"}`, once)},
		"online without an e-mail": {body: tokenBody("online", `"brand":"pay_pay_online","call_method":"http_post"`, `"type":"one_time"`)},
		"unlimited":                {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":true,"redirect_endpoint":"http://localhost/x"}`, often)},

		"nothing":             {body: `{}`, broken: []string{"data", "email", "payment_type", "type"}},
		"payment type":        {body: tokenBody("cheque", ``, once), broken: []string{"payment_type"}},
		"token type":          {body: tokenBody("card", cardOnly, `"type":"twice","email":"a@example.com"`), broken: []string{"type"}},
		"recurring online":    {body: tokenBody("online", `"brand":"pay_pay_online","call_method":"http_post"`, often), broken: []string{"type"}},
		"unknown field":       {body: tokenBody("card", cardOnly, once+`,"amount":1`), broken: []string{"amount"}},
		"unknown data field":  {body: tokenBody("card", cardOnly+`,"brand":"visa"`, once), broken: []string{"data.brand"}},
		"data of other group": {body: tokenBody("bank_transfer", konbini, once), broken: []string{"data.brand", "data.convenience_store", "data.customer_name", "data.phone_number"}},
		"no e-mail":           {body: tokenBody("card", cardOnly, `"type":"one_time"`), broken: []string{"email"}},
		"customer id":         {body: tokenBody("card", cardOnly, once+`,"metadata":{"service-customer-id":"7","other":1}`), broken: []string{"metadata.service-customer-id"}},
		"card as numbers":     {body: tokenBody("card", `"card_number":"4111111111111111","exp_month":1,"exp_year":2030`, once), broken: []string{"data.exp_month", "data.exp_year"}},
		"card of letters":     {body: tokenBody("card", `"card_number":"four","exp_month":"1","exp_year":"2030"`, once), broken: []string{"data.card_number"}},
		"a null":              {body: tokenBody("card", cardOnly+`,"cvv":null`, once), broken: []string{"data.cvv"}},
		"a switch as text":    {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":"true"}`, once), broken: []string{"data.three_ds.enabled"}},
		"a long phone number": {body: tokenBody("card", cardOnly+`,"phone_number":{"country_code":"81","local_number":"1234567890123456"}`, once), broken: []string{"data.phone_number.local_number"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			if test.set != nil {
				s.Set(test.set)
			}
			c, _ := serve(t, s)
			got := c.send(t, http.MethodPost, "/tokens", test.body, nil)
			if strings.Contains(string(got.raw), cardNumber) {
				t.Error("the answer has the card number")
			}
			if test.broken == nil {
				if got.status != http.StatusCreated || len(s.Tokens()) != 1 {
					t.Fatalf("status %d: %s", got.status, got.raw)
				}
				return
			}
			named := slices.Sorted(maps.Keys(got.reasons(t)))
			if got.status != http.StatusBadRequest || !slices.Equal(named, test.broken) || len(s.Tokens()) != 0 {
				t.Errorf("status %d names %v, want %v: %s", got.status, named, test.broken, got.raw)
			}
		})
	}
}

func TestCardTokenAnswer(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	c, _ := serve(t, s)
	body := tokenBody("card", cardOnly+`,"cardholder":"TARO","cvv":"123","city":"Tokyo","cvv_authorize":{"enabled":true},"phone_number":{"country_code":"81","local_number":"0312345678"}`, once)
	got := c.send(t, http.MethodPost, "/tokens", body, nil).object(t)
	var want map[string]any
	if err := json.Unmarshal([]byte(`{
		"card": {"cardholder":"TARO","exp_month":1,"exp_year":2030,"card_bin":"411111","last_four":"1234","brand":"visa",
			"card_type":"credit","country":"JP","category":null,"issuer":"Example Bank","sub_brand":"none"},
		"billing": {"line1":null,"line2":null,"state":null,"city":"Tokyo","zip":null,"country":null,
			"phone_number":{"country_code":81,"local_number":"0312345678"}},
		"cvv_authorize": {"enabled":true,"status":"pending","charge_id":null,"credentials_id":null,"currency":null},
		"cvv_authorize_check": {"status":null,"charge_id":null,"date":null}}`), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got["data"], want) {
		t.Errorf("data is %v, want %v", got["data"], want)
	}
	keys := slices.Sorted(maps.Keys(got))
	if want := strings.Fields("active confirmed created_on data email id last_used_on metadata mode payment_type store_id type updated_on usage_limit"); !reflect.DeepEqual(keys, want) {
		t.Errorf("the token has %v", keys)
	}

}
