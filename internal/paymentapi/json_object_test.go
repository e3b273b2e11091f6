// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestDecodeExact_names: encoding/json takes a name in any letter case, so that
// an unknown member could replace a known one.
func TestDecodeExact_names(t *testing.T) {
	t.Parallel()

	type inner struct {
		ID     string  `json:"id"`
		Status *string `json:"status"`
	}
	type fields struct {
		*inner
		Count json.RawMessage    `json:"count"`
		List  *[]json.RawMessage `json:"list"`
		Names *[]string          `json:"names"`
		Kept  string             `json:"-"`
	}
	for name, tc := range map[string]struct {
		json string
		want fields
		says string
	}{
		"exact":               {`{"id":"a","status":"b"}`, fields{inner: &inner{ID: "a", Status: new("b")}}, ""},
		"other case after":    {`{"id":"a","ID":"x","Status":"LEGACY"}`, fields{inner: &inner{ID: "a"}}, ""},
		"other case before":   {`{"Id":"x","STATUS":"LEGACY","id":"a","status":"b"}`, fields{inner: &inner{ID: "a", Status: new("b")}}, ""},
		"folded letters":      {`{"id":"a","ſtatus":"LEGACY"}`, fields{inner: &inner{ID: "a"}}, ""},
		"escaped name":        {`{"\u0069d":"a"}`, fields{inner: &inner{ID: "a"}}, ""},
		"twice":               {`{"id":"a","id":"b","count":1,"count":[2]}`, fields{inner: &inner{ID: "b"}, Count: json.RawMessage("[2]")}, ""},
		"a name that is none": {`{"-":"x","":"y","Kept":"z","inner":{"id":"x"}}`, fields{inner: &inner{}}, ""},
		"null":                {`null`, fields{inner: &inner{}}, ""},
		"nulls":               {`{"id":null,"status":null,"list":null,"names":null}`, fields{inner: &inner{}}, ""},
		"space":               {" {\n\t\"id\" : \"a\" ,\r\n \"list\" : [ 1 , \"]\" , [2,{\"}\":3}] ] } ", fields{inner: &inner{ID: "a"}, List: &[]json.RawMessage{[]byte("1"), []byte(`"]"`), []byte(`[2,{"}":3}]`)}}, ""},
		"escapes":             {`{"id":"\"}\\","status":"\u00e9\ud83d\ude00"}`, fields{inner: &inner{ID: `"}\`, Status: new("é😀")}}, ""},
		"not UTF-8":           {"{\"id\":\"a\xff\"}", fields{}, "id is not valid UTF-8"},
		"not UTF-8, unknown":  {"{\"id\":\"a\",\"x\":\"\xff\"}", fields{inner: &inner{ID: "a"}}, ""},
		"empty":               {`{}`, fields{inner: &inner{}}, ""},
		"an empty list":       {`{"list":[]}`, fields{inner: &inner{}, List: &[]json.RawMessage{}}, ""},
		"wrong, then right":   {`{"status":5,"id":"a"}`, fields{}, "status is a number, which is the wrong type"},
		"wrong inside":        {`{"names":["a",{}]}`, fields{}, "names is an object, which is the wrong type"},
		"no list":             {`{"list":true}`, fields{}, "list is a bool, which is the wrong type"},
		"an array":            {`[1]`, fields{}, "it is an array instead of an object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := fields{inner: &inner{}}
			err := decodeExact([]byte(tc.json), &got)
			if tc.says == "" && !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %+v %+v, want %+v %+v", got, got.inner, tc.want, tc.want.inner)
			}
			if says := errorText(err); says != tc.says {
				t.Errorf("error %q, want %q", says, tc.says)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzDecodeExact compares with encoding/json, which reads a map by exact names.
func FuzzDecodeExact(f *testing.F) {
	for _, seed := range []string{`{"id":"a","ID":"b","list":[1,"]"],"count":{"}":"\""}}`, `{ "id" : "\u00e9" , "id":"x" }`, `{"id":1}`, `{"list":[[],{},null,-1e5]}`, "{\"id\":\"\xff\\\\\"}", `{`, `{"a`, `"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got struct {
			ID    *string            `json:"id"`
			Count json.RawMessage    `json:"count"`
			List  *[]json.RawMessage `json:"list"`
		}
		raw = bytes.TrimSpace(raw)
		for range members(append([]byte("{"), raw...)) { // of any text, without a panic
			continue
		}
		var want map[string]json.RawMessage
		if json.Unmarshal(raw, &want) != nil || want == nil {
			return
		}
		if err := decodeExact(raw, &got); err != nil {
			return
		}
		var (
			id   *string
			list *[]json.RawMessage
		)
		if json.Unmarshal(orNull(want["id"]), &id) == nil && !reflect.DeepEqual(got.ID, id) {
			t.Errorf("id %v, want %v", got.ID, id)
		}
		if json.Unmarshal(orNull(want["list"]), &list) == nil && !reflect.DeepEqual(got.List, list) {
			t.Errorf("list %s, want %s", got.List, list)
		}
		if !bytes.Equal(got.Count, want["count"]) {
			t.Errorf("count %s, want %s", got.Count, want["count"])
		}
	})
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// chargeJSON is a charge with all its fields.
const chargeJSON = `{"id":"11111111-1111-4111-8111-111111111111","store_id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d","transaction_token_id":"22222222-2222-4222-8222-222222222222",` +
	`"transaction_token_type":"one_time","subscription_id":null,"merchant_transaction_id":null,"requested_amount":1000,"requested_currency":"JPY","requested_amount_formatted":1000,` +
	`"charged_amount":1000,"charged_currency":"JPY","charged_amount_formatted":1000,"fee_amount":36,"fee_currency":"JPY","fee_amount_formatted":36,"only_direct_currency":false,` +
	`"capture_at":null,"descriptor":null,"descriptor_phone_number":null,"status":"successful","error":null,"metadata":{"service-name":"A Shop","service-phone-number":8012345678,"order":"4711"},` +
	`"mode":"live","created_on":"2025-06-22T16:00:55.436116Z","redirect":{"endpoint":"https://shop.example.com"},"merchant_name":"A Merchant","store_name":"A Store"}`

// BenchmarkDecodePage reads a page of 100 charges.
func BenchmarkDecodePage(b *testing.B) {
	page := []byte(`{"items":[` + strings.Repeat(chargeJSON+",", 99) + chargeJSON + `],"has_more":true,"total_hits":100000}`)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decodePage(page, newChargeDecoder(nil).decode); err != nil {
			b.Fatal(err)
		}
	}
}
