// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestCreateTransactionToken_hidesForms: a person's data is hidden in other
// orders and forms than it was sent in, in the answer to its own call.
func TestCreateTransactionToken_hidesForms(t *testing.T) {
	t.Parallel()

	person := paymentapi.TokenRequest{
		Email:   new("taro.yamada@example.jp"),
		Data:    map[string]any{"cardholder": "Taro Yamadanski", "customer_name": "Wu Li", "exp_month": "07", "exp_year": "2031"},
		Secrets: []string{"taro.yamada@example.jp", "Taro Yamadanski", "Wu Li", "07", "2031"},
	}
	asSent := []string{"TaroYamadanski", "taro.yamadanski", "Taro_Yamadanski"} // but for what joins it: hidden for good
	for _, echo := range append([]string{
		"YAMADANSKI/TARO", "Yamadanski, Taro", "YamadanskiTaro", "Yamadanski", "Taro",
		"Li Wu", "LiWu", "Wu/Li",
		"0731", "7/31", "07/31", "7/2031", "203107", "072031", "31-07", "31/7", "7 / 31",
		"taro.yamada", "TARO.YAMADA",
	}, asSent...) {
		t.Run(echo, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":[{"field":"x","reason":"of <`+echo+`>, sent"}]}`, new([]*http.Request))
			client := newClient(t, o)
			_, err := client.CreateTransactionToken(t.Context(), person)
			if err == nil || strings.Contains(err.Error(), echo) || !strings.Contains(err.Error(), "[redacted]") {
				t.Errorf("error %v", err)
			}
			if _, err := client.GetWebhook(t.Context(), ref); err == nil || strings.Contains(err.Error(), echo) == slices.Contains(asSent, echo) {
				t.Errorf("another call's error: %v", err)
			}
		})
	}
}

// TestCreateTransactionToken_leavesTheRest: the forms take no other text apart.
func TestCreateTransactionToken_leavesTheRest(t *testing.T) {
	t.Parallel()

	const said = "the card_number of 2031-01-07 at 10:07:31, usage 107/310, tartaros, li"
	o := options()
	o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":[{"field":"x","reason":"`+said+`"}]}`, new([]*http.Request))
	_, err := newClient(t, o).CreateTransactionToken(t.Context(), paymentapi.TokenRequest{
		Email: new("jiro@example.jp"),
		Data:  map[string]any{"cardholder": "Taro Li", "exp_month": "7", "exp_year": "31"},
	})
	if err == nil || !strings.Contains(err.Error(), said) {
		t.Errorf("error %v", err)
	}
}

// TestListCharges_hidesForms: the same for the filter by card.
func TestListCharges_hidesForms(t *testing.T) {
	t.Parallel()

	for _, echo := range []string{"YAMADANSKI/TARO", "Yamadanski", "0731", "7/31", "203107"} {
		t.Run(echo, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":["of <`+echo+`>, sent"]}`, new([]*http.Request))
			_, err := newClient(t, o).ListCharges(t.Context(), paymentapi.ChargeQuery{Card: &paymentapi.CardFilter{
				LastFour: "0042", Name: "Taro Yamadanski", ExpMonth: 7, ExpYear: 2031,
			}})
			if err == nil || strings.Contains(err.Error(), echo) || !strings.Contains(err.Error(), "[redacted]") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestListCharges_hidesFilters: what charges were searched for is a customer's,
// whichever filter it went into.
func TestListCharges_hidesFilters(t *testing.T) {
	t.Parallel()

	const email, order, name = "hunter.jones@x.jp", "order-of-hunter-77", "Hunter Jones"
	for metadata, filter := range map[string]string{
		"text": order, "a pair": "reference:" + order, "another pair": "reference=" + order, "an object": `{"reference":"` + order + `"}`,
	} {
		query := paymentapi.ChargeQuery{Metadata: filter, Extra: map[string]string{"email": email, "holder": name, "pin": "4711"}}
		for in, answer := range map[string]struct {
			status int
			body   string
		}{
			"an error":         {http.StatusBadRequest, `{"code":"BAD","errors":[{"field":"email","reason":"HUNTER.JONES@X.JP or hunter.jones%40x.jp"},"` + order + `","<4711>","of hunter.jones","HUNTER JONES"]}`},
			"an id":            {http.StatusOK, `{"items":[{"id":"` + email + `"}],"has_more":true}`},
			"an id, again":     {http.StatusOK, `{"items":[{"id":"` + order + `"}],"has_more":true}`},
			"a field's name":   {http.StatusBadRequest, `{"errors":{"` + email + `":"` + name + `"}}`},
			"no charge at all": {http.StatusOK, `{"items":[{"id":["` + email + `"]}]}`},
		} {
			t.Run(metadata+"/"+in, func(t *testing.T) {
				t.Parallel()
				o := options()
				o.Transport = answering(answer.status, nil, answer.body, new([]*http.Request))
				var failure error
				for _, err := range chargePages(t, newClient(t, o), query) {
					failure = err
				}
				if failure == nil {
					t.Fatal("no error")
				}
				for _, shown := range []string{"hunter", "jones", "4711", "order-of"} {
					if strings.Contains(strings.ToLower(failure.Error()), shown) {
						t.Errorf("the error shows %q: %v", shown, failure)
					}
				}
			})
		}
	}
}
