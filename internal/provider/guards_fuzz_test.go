// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// No error about the claims of a token shows a part of it, and no claim that is shown
// is long, or has a character that a terminal obeys.
func FuzzReadToken(f *testing.F) {
	for _, payload := range []string{`{"mode":"test"}`, `{"mode":5}`, `{}`, `null`, `[]`, `{"mode":"a","mode":"b"}`, "\x00", `{"mode":"\ud800"}`,
		`{"mode":"live\u001b[2J\u202e"}`, `{"mode":"` + strings.Repeat("live ", 13) + `"}`} {
		f.Add("e30", base64.RawURLEncoding.EncodeToString([]byte(payload)), "c2ln")
	}
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, header, payload, signature string) {
		token := header + "." + payload + "." + signature
		read := readToken(&options{Options: paymentapi.Options{Secret: signature, AppToken: token}})
		if read.err != nil {
			for _, part := range strings.Split(token, ".") {
				if len(part) > 12 && strings.Contains(read.err.Error(), part) {
					t.Errorf("the error %q holds a part of the token %q", read.err, token)
				}
			}
			return
		}
		claim, err := read.text("mode")
		if err != nil {
			return
		}
		if claim == "" {
			t.Error("an empty claim was accepted")
		}
		shown := read.shown(claim)
		if strings.ContainsFunc(shown, func(r rune) bool { return unicode.Is(unicode.C, r) }) || len(claim) > 64 && len(shown) > 64 {
			t.Errorf("the claim %q is shown as %s", claim, shown)
		}
	})
}
