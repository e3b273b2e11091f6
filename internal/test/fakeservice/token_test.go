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

func TestTokenRules(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body   string
		set    func(*fakeservice.Behavior)
		broken []string // the fields named by the refusal; none: the token is created
	}{
		"card":                     {body: tokenBody("card", cardOnly, once)},
		"konbini":                  {body: tokenBody("konbini", konbini, once)},
		"bank transfer":            {body: tokenBody("bank_transfer", `"brand":"aozora_bank"`, once)},
		"paidy of any shape":       {body: tokenBody("paidy", `"paidy_token":"x","shipping_address":{"zip":"1"}`, once)},
		"online without an e-mail": {body: tokenBody("online", `"brand":"pay_pay_online","call_method":"http_post"`, `"type":"one_time"`)},

		"nothing":             {body: `{}`, broken: []string{"data", "email", "payment_type", "type"}},
		"unknown type":        {body: tokenBody("cheque", ``, once), broken: []string{"payment_type"}},
		"unknown token type":  {body: tokenBody("card", cardOnly, `"type":"twice","email":"a@example.com"`), broken: []string{"type"}},
		"unknown field":       {body: tokenBody("card", cardOnly, once+`,"amount":1`), broken: []string{"amount"}},
		"unknown data field":  {body: tokenBody("card", cardOnly+`,"brand":"visa"`, once), broken: []string{"data.brand"}},
		"data of other group": {body: tokenBody("bank_transfer", konbini, once), broken: []string{"data.brand", "data.convenience_store", "data.customer_name", "data.phone_number"}},
		"no e-mail":           {body: tokenBody("card", cardOnly, `"type":"one_time"`), broken: []string{"email"}},
		"wrong e-mail":        {body: tokenBody("card", cardOnly, `"type":"one_time","email":"A <a@example.com>"`), broken: []string{"email"}},
		"IPv6":                {body: tokenBody("card", cardOnly, once+`,"ip_address":"::1"`), broken: []string{"ip_address"}},
		"customer id":         {body: tokenBody("card", cardOnly, once+`,"metadata":{"service-customer-id":"7","other":1}`), broken: []string{"metadata.service-customer-id"}},
		"unlimited":           {body: tokenBody("card", cardOnly, often)},
		"unlimited without permission": {
			body: tokenBody("card", cardOnly, often), broken: []string{"usage_limit"},
			set: func(b *fakeservice.Behavior) { b.RequireUsageLimit = true },
		},
		"limited without permission": {
			body: tokenBody("card", cardOnly, often+`,"usage_limit":"monthly"`),
			set:  func(b *fakeservice.Behavior) { b.RequireUsageLimit = true },
		},

		"card without its number": {body: tokenBody("card", `"exp_month":"1","exp_year":"2030"`, once), broken: []string{"data.card_number"}},
		"card with numbers":       {body: tokenBody("card", `"card_number":"4111111111111111","exp_month":1,"exp_year":2030`, once), broken: []string{"data.exp_month", "data.exp_year"}},
		"card in a country":       {body: tokenBody("card", cardOnly+`,"country":"JPN"`, once), broken: []string{"data.country"}},
		"a long phone number":     {body: tokenBody("card", cardOnly+`,"phone_number":{"country_code":"81","local_number":"1234567890123456"}`, once), broken: []string{"data.phone_number.local_number"}},
		"authorization currency":  {body: tokenBody("card", cardOnly+`,"cvv_authorize":{"enabled":true,"currency":"yen"}`, once), broken: []string{"data.cvv_authorize.currency"}},
		"3-D Secure once":         {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":true},"phone_number":{"country_code":"81","local_number":"1"}`, once), broken: []string{"data.three_ds.enabled"}},
		"3-D Secure, no phone":    {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":true}`, often), broken: []string{"data.phone_number"}},
		"3-D Secure":              {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":true,"redirect_endpoint":"http://localhost/x"},"phone_number":{"country_code":"81","local_number":"1"}`, often)},
		"3-D Secure off":          {body: tokenBody("card", cardOnly+`,"three_ds":{"enabled":false}`, once)},
		"redirect endpoint":       {body: tokenBody("card", cardOnly+`,"three_ds":{"redirect_endpoint":"/done"}`, once), broken: []string{"data.three_ds.redirect_endpoint"}},

		"unknown store":         {body: tokenBody("konbini", strings.Replace(konbini, "lawson", "shop", 1), once), broken: []string{"data.convenience_store"}},
		"foreign phone":         {body: tokenBody("konbini", strings.Replace(konbini, `"81"`, `"1"`, 1), once), broken: []string{"data.phone_number.country_code"}},
		"period of 30 minutes":  {body: tokenBody("konbini", konbini+`,"expiration_period":"PT30M"`, once)},
		"period of 29 minutes":  {body: tokenBody("konbini", konbini+`,"expiration_period":"PT29M59S"`, once), broken: []string{"data.expiration_period"}},
		"period of 60 days":     {body: tokenBody("konbini", konbini+`,"expiration_period":"P60D"`, once)},
		"period of 60 days, 1s": {body: tokenBody("konbini", konbini+`,"expiration_period":"P60DT1S"`, once), broken: []string{"data.expiration_period"}},
		"period of a month":     {body: tokenBody("konbini", konbini+`,"expiration_period":"P1M"`, once), broken: []string{"data.expiration_period"}},
		"no period at all":      {body: tokenBody("konbini", konbini+`,"expiration_period":"PT"`, once), broken: []string{"data.expiration_period"}},
		"shift":                 {body: tokenBody("konbini", konbini+`,"expiration_period":"P1D","expiration_time_shift":"23:59:59+09:00"`, once)},
		"shift by default":      {body: tokenBody("konbini", konbini+`,"expiration_time_shift":"10:00Z"`, once)},
		"shift of a short one":  {body: tokenBody("konbini", konbini+`,"expiration_period":"PT23H","expiration_time_shift":"10:00Z"`, once), broken: []string{"data.expiration_time_shift"}},
		"shift without a zone":  {body: tokenBody("konbini", konbini+`,"expiration_time_shift":"10:00:00"`, once), broken: []string{"data.expiration_time_shift"}},

		"online recurring":    {body: tokenBody("online", `"brand":"pay_pay_online","call_method":"http_post"`, often), broken: []string{"type"}},
		"miniapp, no user":    {body: tokenBody("online", `"brand":"we_chat_online","call_method":"sdk"`, once), broken: []string{"data.user_identifier"}},
		"official account":    {body: tokenBody("online", `"brand":"we_chat_online","call_method":"web"`, once), broken: []string{"data.user_identifier", "ip_address"}},
		"H5":                  {body: tokenBody("online", `"brand":"we_chat_online","call_method":"http_get"`, once+`,"ip_address":"192.0.2.1"`)},
		"no operating system": {body: tokenBody("online", `"brand":"alipay_plus_online","call_method":"http_get_mobile"`, once), broken: []string{"data.os_type"}},
		"operating system":    {body: tokenBody("online", `"brand":"alipay_plus_online","call_method":"app","os_type":"ios"`, once)},
		"another bank":        {body: tokenBody("bank_transfer", `"brand":"bank"`, once), broken: []string{"data.brand"}},
	}
	for name, test := range tests {
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
			if got.status != http.StatusBadRequest || !reflect.DeepEqual(named, test.broken) || len(s.Tokens()) != 0 {
				t.Errorf("status %d names %v, want %v: %s", got.status, named, test.broken, got.raw)
			}
		})
	}
}

func TestCallMethods(t *testing.T) {
	t.Parallel()
	allowed := map[string]string{
		"alipay_online":      "http_get http_get_mobile sdk app",
		"alipay_plus_online": "http_get http_get_mobile sdk app",
		"pay_pay_online":     "http_post",
		"we_chat_online":     "http_get sdk app web",
		"d_barai_online":     "http_post",
	}
	c, _ := serve(t, fakeservice.New())
	for brand, methods := range allowed {
		for _, method := range []string{"http_get", "http_get_mobile", "http_post", "sdk", "web", "app"} {
			data := fmt.Sprintf(`"brand":%q,"call_method":%q,"user_identifier":"u","os_type":"android"`, brand, method)
			got := c.send(t, http.MethodPost, "/tokens", tokenBody("online", data, once+`,"ip_address":"192.0.2.1"`), nil)
			if want := slices.Contains(strings.Fields(methods), method); (got.status == http.StatusCreated) != want {
				t.Errorf("%s by %s: status %d", brand, method, got.status)
			}
		}
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

	s.Set(func(b *fakeservice.Behavior) { b.CardsEnabled = false })
	if refused := c.send(t, http.MethodPost, "/tokens", body, nil); refused.status != http.StatusUnauthorized {
		t.Errorf("cards are off: status %d", refused.status)
	}
}
