// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

func TestParseErrorBody(t *testing.T) {
	t.Parallel()

	one := []FieldError{{"url", "LOCAL_URL"}}
	for name, tc := range map[string]struct {
		body   string
		code   string
		fields []FieldError
		noJSON bool
	}{
		"as seen":               {body: `{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"url","reason":"LOCAL_URL"}]}`, code: "VALIDATION_ERROR", fields: one},
		"byte order mark":       {body: "\xEF\xBB\xBF" + `{"code":"X"}`, code: "X"},
		"empty object":          {body: `{}`},
		"no errors":             {body: `{"code":"X"}`, code: "X"},
		"errors null":           {body: `{"code":"X","errors":null}`, code: "X"},
		"errors a text":         {body: `{"code":"X","errors":"oops"}`, code: "X"},
		"errors a number":       {body: `{"code":"X","errors":5}`, code: "X"},
		"errors texts":          {body: `{"errors":["a","b"]}`, fields: []FieldError{{"", "a"}, {"", "b"}}},
		"errors an object":      {body: `{"errors":{"field":"url","reason":"LOCAL_URL"}}`, fields: one},
		"errors by field":       {body: `{"errors":{"url":"LOCAL_URL"}}`, fields: one},
		"errors by field, many": {body: `{"errors":{"url":["LOCAL_URL","SHORT"],"b":[],"c":{"d":1}}}`, fields: []FieldError{{"b", ""}, {"c", ""}, {"url", "LOCAL_URL"}}},
		"errors nested":         {body: `{"errors":[[["a"]],{"field":["x"],"reason":{"y":1}},null,5]}`},
		"only a field":          {body: `{"errors":[{"field":"url"}]}`, fields: []FieldError{{"url", ""}}},
		"code a number":         {body: `{"code":4242424242424242}`},
		"code an object":        {body: `{"code":{"a":"b"}}`},
		"code twice":            {body: `{"code":"A","code":"B"}`, code: "B"},
		"lone surrogate":        {body: `{"code":"A\ud800B"}`, code: "A\uFFFDB"},
		"control characters":    {body: `{"code":"A\u001b[31mB\u0000\r\nC"}`, code: "A[31mB C"},
		"right to left":         {body: `{"code":"A\u202eB"}`, code: "AB"},
		"the secret":            {body: `{"code":"top-secret","errors":[{"field":"top-secret","reason":"bad top-secret"}]}`, code: redact.Mask, fields: []FieldError{{redact.Mask, "bad " + redact.Mask}}},
		"the secret, escaped":   {body: `{"code":"\u0074op-secret"}`, code: redact.Mask},
		"the secret in pieces":  {body: `{"code":"x top-\u0001secret"}`, code: "x " + redact.Mask},
		"secret and blanks":     {body: `{"code":"4242 \n 4242\t4242\r\n4242"}`, code: redact.Mask},
		"secret, far apart":     {body: `{"code":"4242     4242     4242     4242"}`, code: redact.Mask},
		"long":                  {body: `{"code":"` + strings.Repeat("x", 500) + `"}`, code: strings.Repeat("x", maxWord) + "…"},
		"far too long":          {body: `{"code":"` + strings.Repeat("x ", 5000) + `"}`},
		"many":                  {body: `{"errors":[` + strings.Repeat(`"a",`, 500) + `"a"]}`, fields: repeated(FieldError{"", "a"}, maxFieldErrors)},
		"HTML":                  {body: "<html><body>top-secret</body></html>", noJSON: true},
		"a list":                {body: `["top-secret"]`, noJSON: true},
		"a text":                {body: `"top-secret"`, noJSON: true},
		"empty":                 {body: "", noJSON: true},
		"cut":                   {body: `{"code":"X"`, noJSON: true},
		"trailing":              {body: `{"code":"X"} x`, noJSON: true},
		"deep":                  {body: `{"errors":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, noJSON: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, fields, isJSON := parseErrorBody([]byte(tc.body), redact.New("top-secret"), nil)
			if code != tc.code || !reflect.DeepEqual(fields, tc.fields) || isJSON == tc.noJSON {
				t.Errorf("parseErrorBody = %q, %q, %t, want %q, %q, %t", code, fields, isJSON, tc.code, tc.fields, !tc.noJSON)
			}
		})
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
		"application/json":                 "application/json",
		"Text/HTML; charset=utf-8":         "text/html",
		"text/top-secret":                  "text/" + redact.Mask,
		"text/html; x=top-secret":          "text/html",
		"text/html; x=\"top-secret":        "",
		"":                                 "",
		"<script>":                         "",
		"text/" + strings.Repeat("x", 200): "",
	} {
		if got := mediaType(http.Header{"Content-Type": {header}}, redact.New("top-secret")); got != want {
			t.Errorf("mediaType(%q) = %q, want %q", header, got, want)
		}
	}
}

// FuzzParseErrorBody looks for panics, and for secrets and control characters
// in what is kept.
func FuzzParseErrorBody(f *testing.F) {
	const secret, pan = "top-secret", "4242424242424242"
	for _, seed := range []string{
		`{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"url","reason":"bad top-secret"}]}`,
		`{"errors":{"url":["4242 4242 4242 4242"]}}`, `{"errors":["top\u002dsecret"]}`, `{"code":"4242\n42424242\u00004242"}`,
		`{"code":"&#116;op-secret %74op-secret \\u0074op-secret"}`, "", "[]", "{}", "\xEF\xBB\xBF{}",
	} {
		f.Add([]byte(seed))
	}
	redactor := redact.New(secret)
	f.Fuzz(func(t *testing.T, body []byte) {
		code, fields, _ := parseErrorBody(body, redactor, nil)
		texts := []string{code}
		for _, field := range fields {
			texts = append(texts, field.Field, field.Reason)
		}
		for _, text := range texts {
			if strings.Contains(strings.ToLower(text), secret) || strings.Contains(text, pan) {
				t.Errorf("%q shows a secret", text)
			}
			if strings.ContainsAny(text, "\x00\x1b\r\n") || len([]rune(text)) > maxReason+1 {
				t.Errorf("%q is not fit to be shown", text)
			}
		}
		if len(fields) > maxFieldErrors {
			t.Errorf("%d fields", len(fields))
		}
	})
}
