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

// Whatever a service answers, there is an error, or a page whose charges have ids.
func FuzzDecodePage(f *testing.F) {
	f.Add(`{"items":[{"id":"c","requested_amount":1e3,"metadata":{"a":1}}],"has_more":true,"total_hits":7}`)
	f.Add(`{"items":[{"id":"c","fee_amount_formatted":1e20000000}],"has_more":false}`)
	f.Add(`{"items":{},"has_more":"x"}`)
	f.Fuzz(func(t *testing.T, body string) {
		page, err := decodePage(&answer{body: []byte(body)}, chargeDecoder(nil, nil))
		if (page == nil) != (err != nil) {
			t.Fatalf("page %v, error %v", page, err)
		}
		if err != nil {
			return
		}
		for _, charge := range page.Items {
			if strings.TrimSpace(charge.ID) == "" {
				t.Error("a charge without an id")
			}
		}
	})
}

// FuzzNames compares with encoding/json, which reads a map by exact names.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{`{"id":"a","ID":"b","list":[1,"]"],"count":{"}":"\""}}`, `{ "id" : "\u00e9" , "id":"x" }`, `{"id":1}`, `[[],{},null,-1e5]`, "{\"id\":\"\xff\\\\\"}", `{`, `{"a`, `"`, `{"a":1}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		members := map[string]json.RawMessage{}
		decoder := decoderOf(raw)
		if decoder.PeekKind() == '{' {
			_, _ = decoder.ReadToken()
			for name, ok := nextName(decoder); ok; name, ok = nextName(decoder) {
				name := string(name)
				value, _ := decoder.ReadValue()
				members[name] = json.RawMessage(value)
			}
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
