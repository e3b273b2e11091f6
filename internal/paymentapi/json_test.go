// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// sample is what the tests of fields read.
type sample struct {
	ID     string
	Status *string
	Names  *[]string
	Sum    *json.Number
}

var sampleFields = fields[sample]{
	"id":     into(func(s *sample) *string { return &s.ID }, decodeID),
	"status": into(func(s *sample) **string { return &s.Status }, decodeText),
	"names":  into(func(s *sample) **[]string { return &s.Names }, decodeAs[[]string]),
	"sum":    into(func(s *sample) **json.Number { return &s.Sum }, decodeAmount),
}

func TestFields(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		json string
		want sample
		says string
	}{
		"exact":              {`{"id":"a","status":"b"}`, sample{ID: "a", Status: new("b")}, ""},
		"other case after":   {`{"id":"a","ID":"x","Status":"LEGACY"}`, sample{ID: "a"}, ""},
		"other case before":  {`{"Id":"x","STATUS":"LEGACY","id":"a","status":"b"}`, sample{ID: "a", Status: new("b")}, ""},
		"folded letters":     {`{"id":"a","ſtatus":"LEGACY"}`, sample{ID: "a"}, ""},
		"escaped name":       {`{"\u0069d":"a"}`, sample{ID: "a"}, ""},
		"twice":              {`{"id":"a","id":"b","names":["x"],"names":null}`, sample{ID: "b"}, ""},
		"null":               {`null`, sample{}, "it is not a JSON object"},
		"nulls":              {`{"id":null,"status":null,"names":null,"sum":null}`, sample{}, ""},
		"space":              {" {\n\t\"id\" : \"a\" ,\r\n \"x\" : [ 1 , \"]\" , [2,{\"}\":3}] ] } ", sample{ID: "a"}, ""},
		"escapes":            {`{"id":"\"}\\","status":"\u00e9\ud83d\ude00\ud800"}`, sample{ID: `"}\`, Status: new("é😀\uFFFD")}, ""},
		"not UTF-8":          {"{\"status\":\"a\xff\",\"id\":\"a\"}", sample{ID: "a"}, "status is not valid UTF-8"},
		"not UTF-8, unknown": {"{\"id\":\"a\",\"x\":\"\xff\"}", sample{ID: "a"}, ""},
		"an empty list":      {`{"names":[]}`, sample{Names: &[]string{}}, ""},
		"wrong, then right":  {`{"status":5,"id":"a"}`, sample{ID: "a"}, "status is a number, which is the wrong type"},
		"wrong inside":       {`{"names":["a",{}],"sum":"100 "}`, sample{}, "names is an object, which is the wrong type"},
		"a number and space": {`{"sum":"100 ","id":"a"}`, sample{ID: "a"}, "sum is not a number"},
		"an array":           {`[1]`, sample{}, "it is not a JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got sample
			says := ""
			if err := sampleFields.read(decoderOf([]byte(tc.json)), &got); err != nil {
				says = err.Error()
			}
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
			if says != tc.says {
				t.Errorf("error %q, want %q", says, tc.says)
			}
		})
	}
}

func TestCheckJSON(t *testing.T) {
	t.Parallel()

	nested := func(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
	for body, want := range map[string]string{
		`{"a":[1,"b\u00e9\ud800",true,null]}`: "", ` 12 `: "", `{"a":1,"a":2}`: "", "\"\xff\"": "", nested(10_000): "",
		"": isEmpty, " \n": isEmpty,
		`{`: endsEarly, `{"a`: endsEarly, `{"a":`: endsEarly, `{"a":tru`: endsEarly, `[1,`: endsEarly, `"\u12`: endsEarly, `"\ud83d`: endsEarly, `[1.`: endsEarly, "[\"\xe3\x81": endsEarly,
		nested(10_001): notJSON, nested(10_001) + "x": notJSON,
		`<html>`: notJSON, `{"a":1}}`: notJSON, `{"a":1} {`: notJSON, `{a:1}`: notJSON, `[01]`: notJSON, `{"exceeded max depth":x}`: notJSON,
	} {
		if got := checkJSON([]byte(body)); got != want {
			t.Errorf("%.40q: %q, want %q", body, got, want)
		}
	}
}

// FuzzNames compares with encoding/json, which reads a map by exact names.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{`{"id":"a","ID":"b","list":[1,"]"],"count":{"}":"\""}}`, `{ "id" : "\u00e9" , "id":"x" }`, `{"id":1}`, `[[],{},null,-1e5]`, "{\"id\":\"\xff\\\\\"}", `{`, `{"a`, `"`, `{"a":1}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		members := map[string]json.RawMessage{}
		decoder := decoderOf(raw)
		for name := range names(decoder) {
			name := string(name)
			value, _ := decoder.ReadValue()
			members[name] = json.RawMessage(value)
		}
		if complete := checkJSON(raw) == ""; complete != json.Valid(raw) {
			t.Fatalf("complete: %t", complete)
		}
		if !utf8.Valid(raw) { // encoding/json replaces characters in it
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) == nil && object != nil && !reflect.DeepEqual(members, object) {
			t.Errorf("members %s, want %s", members, object)
		}
	})
}

// chargeJSON is a charge with all its fields.
const chargeJSON = `{"id":"11111111-1111-4111-8111-111111111111","store_id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d","transaction_token_id":"22222222-2222-4222-8222-222222222222",` +
	`"transaction_token_type":"one_time","subscription_id":null,"merchant_transaction_id":null,"requested_amount":1000,"requested_currency":"JPY","requested_amount_formatted":1000,` +
	`"charged_amount":1000,"charged_currency":"JPY","charged_amount_formatted":1000,"fee_amount":36,"fee_currency":"JPY","fee_amount_formatted":36,"only_direct_currency":false,` +
	`"capture_at":null,"descriptor":null,"descriptor_phone_number":null,"status":"successful","error":null,"metadata":{"service-name":"A Shop","service-phone-number":8012345678,"order":"4711"},` +
	`"mode":"live","created_on":"2025-06-22T16:00:55.436116Z","redirect":{"endpoint":"https://shop.example.com"},"merchant_name":"A Merchant","store_name":"A Store"}`

// BenchmarkDecodePage checks and reads a page of 100 charges.
func BenchmarkDecodePage(b *testing.B) {
	page := []byte(`{"items":[` + strings.Repeat(chargeJSON+",", 99) + chargeJSON + `],"has_more":true,"total_hits":100000}`)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		if checkJSON(page) != "" {
			b.Fatal("no JSON")
		}
		if _, err := decodePage(&answer{body: page}, 0, chargeDecoder(nil, nil)); err != nil {
			b.Fatal(err)
		}
	}
}
