// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"strings"
	"testing"
)

// No error about the claims of a token shows a part of it.
func FuzzReadClaims(f *testing.F) {
	for _, payload := range []string{`{"mode":"test"}`, `{"mode":5}`, `{}`, `null`, `[]`, `{"mode":"a","mode":"b"}`, "\x00", `{"mode":"\ud800"}`} {
		f.Add("e30", base64.RawURLEncoding.EncodeToString([]byte(payload)), "c2ln")
	}
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, header, payload, signature string) {
		token := header + "." + payload + "." + signature
		found, err := readClaims(token)
		if err != nil {
			for _, part := range strings.Split(token, ".") {
				if len(part) > 12 && strings.Contains(err.Error(), part) {
					t.Errorf("the error %q holds a part of the token %q", err, token)
				}
			}
			return
		}
		if text, err := found.text("mode"); err == nil && text == "" {
			t.Error("an empty claim was accepted")
		}
		_ = shownClaim("x", settings{secret: signature, appToken: token})
	})
}
