// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestNames: in every answer, names of fields must match exactly.
func TestNames(t *testing.T) {
	t.Parallel()

	answered := func(t *testing.T, status int, body string) *paymentapi.Client {
		t.Helper()
		o := options()
		o.Transport = answering(status, nil, body, new([]*http.Request))
		return newClient(t, o)
	}
	t.Run("a list and its charges", func(t *testing.T) {
		t.Parallel()
		page, err := answered(t, http.StatusOK, `{"items":[{"id":"a","status":"successful","ID":"b","Status":"LEGACY","Requested_Amount":"x"}],"has_more":false,"Items":[],"HAS_MORE":true,"Total_Hits":7}`).
			ListCharges(t.Context(), paymentapi.ChargeQuery{})
		if err != nil || len(page.Items) != 1 || page.HasMore || page.TotalHits != nil || page.Items[0].ID != "a" || *page.Items[0].Status != "successful" {
			t.Errorf("page %+v, error %v", page, err)
		}
	})
	t.Run("a webhook", func(t *testing.T) {
		t.Parallel()
		hook, err := answered(t, http.StatusOK, `{"id":"a","url":"https://e.com","active":true,"URL":"https://x.com","Active":false,"Triggers":["x"]}`).GetWebhook(t.Context(), ref)
		if err != nil || *hook.URL != "https://e.com" || !*hook.Active || hook.Triggers != nil {
			t.Errorf("webhook %+v, error %v", hook, err)
		}
	})
	t.Run("a token", func(t *testing.T) {
		t.Parallel()
		const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		token, err := answered(t, http.StatusCreated, `{"id":"`+id+`","mode":"test","ID":"b","Mode":"live","code":null,"errors":null}`).CreateTransactionToken(t.Context(), paymentapi.TokenRequest{})
		if err != nil || token.ID != id || *token.Mode != "test" {
			t.Errorf("token %+v, error %v", token, err)
		}
	})
	t.Run("an error", func(t *testing.T) {
		t.Parallel()
		_, err := answered(t, http.StatusBadRequest, `{"code":"A","errors":["b"],"Code":"X","ERRORS":["y"]}`).GetWebhook(t.Context(), ref)
		var refused *paymentapi.Error
		if !errors.As(err, &refused) || refused.Code != "A" || len(refused.Fields) != 1 || refused.Fields[0].Reason != "b" {
			t.Errorf("error %+v", err)
		}
	})
}

// TestTotalHits: a total_hits that is not a whole number, even as text, counts as
// absent, and is no error.
func TestTotalHits(t *testing.T) {
	t.Parallel()

	count := func(n int64) *int64 { return &n }
	for written, want := range map[string]*int64{
		"12": count(12), "12.0": count(12), "1e2": count(100), "0": count(0), "null": nil, `"7"`: count(7), `"860.0"`: count(860), `"1.5"`: nil, `""`: nil, `"many"`: nil, "12.5": nil, "1e30": nil, "-1": nil,
		"1e999999999": nil, "true": nil, "{}": nil, "[1]": nil, "4611686018427387904": count(1 << 62),
	} {
		client, _ := chargeClient(t, func(int, url.Values) string {
			return `{"items":[{"id":"a"}],"has_more":false,"total_hits":` + written + `}`
		})
		page, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
		if err != nil || (page.TotalHits == nil) != (want == nil) || want != nil && *page.TotalHits != *want {
			t.Errorf("%s: page %+v, error %v, want %v", written, page, err, want)
		}
	}
}
