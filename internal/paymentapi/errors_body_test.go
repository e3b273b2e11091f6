// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
)

func TestReadBody(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	one := []FieldError{{"url", "LOCAL_URL"}}
	said := func(reasons ...string) []FieldError {
		var list []FieldError
		for _, reason := range reasons {
			list = append(list, FieldError{Reason: reason})
		}
		return list
	}
	many := strings.TrimSuffix(strings.Repeat(`{"field":"url","reason":"bad"},`, 25), ",")
	for name, tc := range map[string]struct {
		body string
		want Error // except for its fields JSON and Coded
		text bool  // it is not JSON
	}{
		"as seen":                    {body: `{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"url","reason":"LOCAL_URL"}]}`, want: Error{Code: "VALIDATION_ERROR", Fields: one}},
		"empty object":               {body: `{}`},
		"no errors":                  {body: `{"code":"X"}`, want: Error{Code: "X"}},
		"errors null":                {body: `{"code":"X","errors":null}`, want: Error{Code: "X"}},
		"errors a text":              {body: `{"errors":"no such store"}`, want: Error{Fields: said("no such store")}},
		"errors a number":            {body: `{"code":"X","errors":5}`, want: Error{Code: "X"}},
		"errors texts":               {body: `{"errors":["a","b"]}`, want: Error{Fields: said("a", "b")}},
		"errors an object":           {body: `{"errors":{"field":"url","reason":"LOCAL_URL"}}`, want: Error{Fields: one}},
		"errors by field":            {body: `{"errors":{"url":"LOCAL_URL"}}`, want: Error{Fields: one}},
		"errors by field, many":      {body: `{"errors":{"url":["LOCAL_URL","SHORT"],"active":[],"triggers":{"d":1}}}`, want: Error{Fields: []FieldError{{"active", ""}, {"triggers", ""}, {"url", "LOCAL_URL"}, {"url", "SHORT"}}}},
		"errors by other names":      {body: `{"errors":{"a1":"ZED","url":"NO","z1":"ANY"}}`, want: Error{Fields: []FieldError{{"", "ANY"}, {"", "ZED"}, {"url", "NO"}}}},
		"errors nested":              {body: `{"errors":[[["a"]],{"field":["x"],"reason":{"y":1}},null,5]}`, want: Error{Fields: said("a", "x")}},
		"errors by field, in a list": {body: `{"errors":[{"url":["LOCAL_URL"]},{"active":"is required"}]}`, want: Error{Fields: []FieldError{{"url", "LOCAL_URL"}, {"active", "is required"}}}},
		"errors of inner fields":     {body: `{"errors":{"url":{"active":["is bad"],"x9":"no"}}}`, want: Error{Fields: []FieldError{{"url", "no"}, {"url.active", "is bad"}}}},
		"message of an error":        {body: `{"errors":[{"field":"url","message":"is local"}]}`, want: Error{Fields: []FieldError{{"url", "is local"}}}},
		"of the token":               {body: `{"errors":{"auth_token":"is short"}}`, want: Error{Fields: []FieldError{{"auth_token", "is short"}}}},
		"only a field":               {body: `{"errors":[{"field":"url"}]}`, want: Error{Fields: []FieldError{{"url", ""}}}},
		"message":                    {body: `{"message":"brand pay_pay_online is not enabled for this store"}`, want: Error{Fields: said("brand pay_pay_online is not enabled for this store")}},
		"detail":                     {body: `{"detail":"no"}`, want: Error{Fields: said("no")}},
		"error_description":          {body: `{"error":"x","error_description":"no"}`, want: Error{Fields: said("no", "x")}},
		"reason":                     {body: `{"reason":"NO"}`, want: Error{Fields: said("NO")}},
		"the same twice":             {body: `{"errors":["no"],"message":"no","detail":"never"}`, want: Error{Fields: said("no", "never")}},
		"request id":                 {body: `{"request_id":"` + id + `"}`, want: Error{RequestID: id}},
		"another request id":         {body: `{"request_id":"req_123"}`},
		"code a number":              {body: `{"code":4242424242424242}`, want: Error{withheld: true}},
		"code an object":             {body: `{"code":{"a":"b"}}`, want: Error{withheld: true}},
		"code of an error":           {body: `{"errors":[{"field":"url","code":"LOCAL_URL","message":"is local"}]}`, want: Error{Fields: []FieldError{{"url", "LOCAL_URL"}, {"url", "is local"}}}},
		"all in error":               {body: `{"error":{"code":"X","message":"no","errors":{"url":"LOCAL_URL"}}}`, want: Error{Code: "X", Fields: []FieldError{{"url", "LOCAL_URL"}, {"", "no"}}}},
		"error a constant":           {body: `{"error":"INVALID_CARD_NUMBER"}`, want: Error{Fields: said("INVALID_CARD_NUMBER")}},
		"message a list":             {body: `{"message":["no","never"]}`, want: Error{Fields: said("no", "never")}},
		"another case":               {body: `{"code":"A","Code":"B","ERRORS":["no"]}`, want: Error{Code: "A"}},
		"code twice":                 {body: `{"code":"A","code":"B"}`, want: Error{Code: "B"}},
		"code in words":              {body: `{"code":"no such thing","message":"no"}`, want: Error{Fields: said("no such thing", "no")}},
		"code in small letters":      {body: `{"code":"invalid_brand","message":"invalid_brand"}`, want: Error{Fields: said("invalid_brand")}},
		"nothing but a code":         {body: `{"code":"4242424242424242"}`, want: Error{withheld: true}},
		"a field of its own":         {body: `{"code":"X","errors":[{"field":"key_4242","reason":"X"}]}`, want: Error{Code: "X", Fields: said("X")}},
		"a secret":                   {body: `{"code":"X","errors":[{"field":"url","reason":"not top-secret"}]}`, want: Error{Code: "X", Fields: []FieldError{{"url", ""}}, withheld: true}},
		"25":                         {body: `{"errors":[` + many + `]}`, want: Error{Fields: repeated(FieldError{"url", "bad"}, maxFieldErrors), more: 5}},
		"HTML":                       {body: "<html><body>top-secret</body></html>", text: true},
		"a list":                     {body: `["top-secret"]`, text: true},
		"a text":                     {body: `"top-secret"`, text: true},
		"null":                       {body: `null`, text: true},
		"empty":                      {body: "", text: true},
		"cut":                        {body: `{"code":"X"`, text: true},
		"trailing":                   {body: `{"code":"X"} x`, text: true},
		"deep":                       {body: `{"errors":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, text: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got Error
			got.readBody([]byte(tc.body), (&answer{call: call{secrets: []string{"top-secret"}, documented: webhookNames}}).sent())
			tc.want.JSON, tc.want.Coded = !tc.text, got.Coded
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
		})
	}
}

// TestError_requestID: some services send it in a header.
func TestError_requestID(t *testing.T) {
	t.Parallel()

	const id, inBody = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", "22ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	for body, want := range map[string]string{`{}`: id, `<html>`: id, `{"request_id":"` + inBody + `"}`: inBody} {
		a := &answer{status: http.StatusBadRequest, header: http.Header{"X-Request-Id": {id}}, body: []byte(body)}
		got := a.refused()
		if got.RequestID != want || !strings.Contains(got.Error(), "The request id is "+want+".") {
			t.Errorf("%s: said %q", body, got.Error())
		}
	}
}

// TestError_notSent: a call that comes while every request is refused sends none.
func TestError_notSent(t *testing.T) {
	t.Parallel()

	err := (&Request{Method: http.MethodGet, Path: "/charges"}).unsent(t.Context(), nil, errRefused)
	const want = "GET /charges was not sent, because the payment service answered all other requests with status 429 (Too Many Requests)."
	if got := err.Error(); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

func repeated(f FieldError, n int) []FieldError {
	var list []FieldError
	for range n {
		list = append(list, f)
	}
	return list
}

func TestMediaType(t *testing.T) {
	t.Parallel()

	for header, want := range map[string]string{
		"application/json":                "",
		"Text/HTML; charset=utf-8":        "text/html",
		"application/problem+json":        "application/problem+json",
		"application/vnd.ms-excel":        "application/vnd.ms-excel",
		"text/topsecret":                  "",
		"text/4242":                       "",
		"text/html; x=top-secret":         "text/html",
		"text/html; x=\"top-secret":       "",
		"":                                "",
		"<script>":                        "",
		"text/" + strings.Repeat("x", 21): "",
	} {
		if got := (&answer{call: call{secrets: []string{"top-secret"}}}).sent().mediaType(http.Header{"Content-Type": {header}}); got != want {
			t.Errorf("mediaType(%q) = %q, want %q", header, got, want)
		}
	}
}

// TestError_moreFields: the message says how many errors of fields it leaves out.
func TestError_moreFields(t *testing.T) {
	t.Parallel()

	said := (&Error{Fault: FaultRefused, StatusCode: 400, Fields: []FieldError{{"url", "bad"}}, more: 5}).Error()
	if !strings.HasSuffix(said, "\n  - url: bad\n  - and 5 more") {
		t.Errorf("it says %q", said)
	}
}
