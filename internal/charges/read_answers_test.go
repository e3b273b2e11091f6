// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Answers of the service itself that cannot be used are not blamed on the address,
// and the message says what can be done about them.
func TestRead_unusableAnswers(t *testing.T) {
	t.Parallel()
	const one = `{"id":"99999999-9999-4999-8999-999999999999"`
	page := func(items string) []byte { return fmt.Appendf(nil, `{"items":[%s],"has_more":false}`, items) }
	compressed := func(times int) []byte {
		body := page(one + "}")
		for range times {
			var out bytes.Buffer
			zip := gzip.NewWriter(&out)
			_, _ = zip.Write(body) // to a buffer, it never fails
			_ = zip.Close()
			body = out.Bytes()
		}
		return body
	}
	encoded := func(name string, body []byte) fakeservice.Fault {
		return fakeservice.Fault{Body: body, Header: http.Header{"Content-Encoding": {name}}}
	}
	const unasked = " (header Content-Encoding), which the provider did not ask for"
	tests := map[string]struct {
		fault fakeservice.Fault
		says  []string
	}{
		"more than 8 MiB": {
			fakeservice.Fault{Body: page(one + `,"descriptor":"` + strings.Repeat("x", 9<<20) + `"}`)},
			[]string{"larger than 8 MiB, although only 100 items were asked for", "`from` and `to`", "`page_size`"},
		},
		"11,000 charges": {
			fakeservice.Fault{Body: page(strings.Repeat(one+"},", 10_999) + one + "}")},
			[]string{"11000 items", "`from` and `to`", "`page_size`"},
		},
		"more values than any page": {
			fakeservice.Fault{Body: page(one + `,"x":[0` + strings.Repeat(",0", 500_000) + `]}`)},
			[]string{"more values", "although only 100 items were asked for", "`from` and `to`"},
		},
		"no has_more":           {fakeservice.Fault{Body: []byte(`{"items":[` + one + `}]}`)}, []string{"it has no has_more field", "Ask the operator"}},
		"more of nothing":       {fakeservice.Fault{Body: []byte(`{"items":[],"has_more":true}`)}, []string{"has_more is true, but the page has no items", "Ask the operator"}},
		"deflate":               {encoded("deflate", []byte("\x78\x9c\xab\xae\x05\x00")), []string{"has the encoding deflate" + unasked, "compressed with gzip"}},
		"br":                    {encoded("br", []byte("\x8b\x05\x80")), []string{"has the encoding br" + unasked}},
		"x-gzip":                {encoded("x-gzip", compressed(1)), []string{"has the encoding x-gzip" + unasked}},
		"gzip, gzip":            {encoded("gzip, gzip", compressed(2)), []string{"has the encoding gzip, gzip" + unasked}},
		"gzip twice, said once": {encoded("gzip", compressed(2)), []string{"compressed with gzip in a way that its headers do not say"}},
		"gzip, not said":        {fakeservice.Fault{Body: compressed(1)}, []string{"compressed with gzip in a way that its headers do not say"}},
		"not gzip":              {encoded("gzip", page(one+"}")), []string{"the body is not gzip, although the header Content-Encoding says so"}},
		"an error in deflate": {
			fakeservice.Fault{Status: 400, Body: []byte("\x78\x9c\xab"), Header: http.Header{"Content-Encoding": {"deflate"}}},
			[]string{"status 400", "The answer has the encoding deflate" + unasked},
		},
		"not UTF-8": {
			fakeservice.Fault{Body: page(one + ",\"merchant_name\":\"caf\xe9\"}")},
			[]string{"charge 99999999-9999-4999-8999-999999999999: merchant_name is not valid UTF-8", "If you do not need `merchant_name`"},
		},
		"a key not UTF-8": {
			fakeservice.Fault{Body: page(one + ",\"metadata\":{\"caf\xe9\":1}}")},
			[]string{"metadata is not valid UTF-8"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.Inject(tt.fault)
			result, diags := acctest.Configured(t, server, acctest.Values{"max_retries": 0}).Read(t.Context(), typeName, acctest.Values{})
			if result["charges"] != nil {
				t.Error("a list")
			}
			for _, text := range append(tt.says, "The error occurred on page") {
				if !strings.Contains(diags.Errors(), text) {
					t.Errorf("%q is not in: %s", text, diags)
				}
			}
			if strings.Contains(diags.Errors(), "base_url") {
				t.Errorf("the address is blamed: %s", diags)
			}
		})
	}
}

// A field that is not asked for makes no list fail.
func TestRead_unwantedFieldNotUTF8(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Inject(fakeservice.Fault{Body: []byte("{\"items\":[{\"id\":\"a\",\"mode\":\"live\",\"merchant_name\":\"caf\xe9\"}],\"has_more\":false}")})
	result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"fields": []any{"mode"}})
	if list, _ := result["charges"].([]any); len(list) != 1 || len(diags) > 0 {
		t.Errorf("%d charges and %s, want one", len(list), diags)
	}
}

// What a service may write in another form is read as what it says.
func TestRead_otherFormsOfPages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		rest      string // of a page of one charge
		totalHits any
	}{
		"has_more a number":           {`"has_more":0`, nil},
		"has_more a number in quotes": {`"has_more":"0"`, nil},
		"total_hits in quotes":        {`"has_more":false,"total_hits":"1"`, int64(1)},
		"total_hits a word":           {`"has_more":false,"total_hits":"many"`, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.Inject(fakeservice.Fault{Body: []byte(`{"items":[{"id":"a"}],` + tt.rest + `}`)})
			result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{})
			if list, _ := result["charges"].([]any); len(list) != 1 || len(diags) > 0 {
				t.Errorf("%d charges and %s, want one", len(list), diags)
			}
			if got := result["total_hits"]; fmt.Sprint(got) != fmt.Sprint(tt.totalHits) {
				t.Errorf("total_hits %v, want %v", got, tt.totalHits)
			}
		})
	}
}
