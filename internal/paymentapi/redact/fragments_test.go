// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base32"
	"fmt"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

const key = "sEcr3t/Val+ue~QZ8817"

// TestString_fragments: parts of a credential are hidden, and words that mean
// something else stay.
func TestString_fragments(t *testing.T) {
	t.Parallel()

	var r redact.Redactor
	r.RememberCredentials(key, "Bearer payments-hook-of-the-shop", "payments-hook-of-the-shop", "short-1")
	for in, want := range map[string]string{
		`bad "sEcr3t/Val+u"...(+200 more)`: `bad "[redacted]"...(+200 more)`,
		"bad 'sEcr3t/Val+u' ... token":     "bad '[redacted]' ... token",
		"bad sEcr3t/Val+u[...]":            "bad [redacted][...]",
		"bad sEcr3t/Val+u (truncated)":     "bad [redacted] (truncated)",
		"bad sEcr3t/VXXXXXXXX":             "bad [redacted]XXXXXXXX",
		"bad sEcr3t/Vxxxxx":                "bad [redacted]xxxxx",
		"bad sEcr3t/V#### token":           "bad [redacted]#### token",
		"bad sEcr3t/Val+u token":           "bad [redacted] token",
		"bad SECR3T/VAL+U token":           "bad [redacted] token",
		"bad sEcr3t/Val+ue~QZ881 token":    "bad [redacted] token",
		"bad sEcr3t/Val+ue~QZ token":       "bad [redacted] token",
		"bad Ecr3t/Val+ue~QZ8817 token":    "bad [redacted] token",
		"bad ...e~QZ8817 token":            "bad ...[redacted] token",
		"bad sEcr3t****QZ8817 token":       "bad [redacted] token",
		"bad sEcr3***8817 token":           "bad [redacted] token",
		"bad sEcr3t/Val***17 token":        "bad [redacted]***17 token",
		"bad sEc…e~QZ8817":                 "bad [redacted]",
		"bad sEc\u2022\u2022\u202217":      "bad sEc\u2022\u2022\u202217",
		"x sEcr3t/VsEcr3t/V":               "x [redacted]",
		`bad sEcr3t\u002fVal\u002bu`:       redact.Mask,
		"bad payments-hook-of-the-s here":  "bad [redacted] here",
		"bad ...-the-shop here":            "bad ...[redacted] here",
		"bad payments*** here":             "bad [redacted]*** here",
		`no trigger "payments" here`:       `no trigger "payments" here`,
		"is one of payments, of-the-shop":  "is one of payments, of-the-shop",
		"the hook of the shop, Bearer p.":  "the hook of the shop, Bearer p.",
		"POST https://e.com/payments":      "POST https://e.com/[redacted]", // it may be cut there
		"POST https://e.com/payments/x":    "POST https://e.com/payments/x",
		"secret tokens*** of e.com...":     "secret tokens*** of e.com...",
		"short-* of short":                 "short-* of short",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			if got := r.String(in); got != want {
				t.Errorf("String(%q) = %q, want %q", in, got, want)
			}
		})
	}
}

// TestString_otherAlphabets: a secret is hidden however its bytes or characters
// are written.
func TestString_otherAlphabets(t *testing.T) {
	t.Parallel()

	wide := func(r rune) rune { return r + 0xFEE0 }
	for name, written := range map[string]string{
		"base32":          base32.StdEncoding.EncodeToString([]byte(key)),
		"base32, within":  base32.StdEncoding.EncodeToString([]byte("user:" + key + ":x")),
		"base32, small":   strings.ToLower(base32.StdEncoding.EncodeToString([]byte(key))),
		"hex with colons": strings.ReplaceAll(fmt.Sprintf("% x", key), " ", ":"),
		"hex with spaces": fmt.Sprintf("% X", key),
		"hex with dashes": strings.ReplaceAll(fmt.Sprintf("% x", "Bearer "+key), " ", "-"),
		"full width":      strings.Map(wide, key),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := redact.New(key).String("bad " + written + " token")
			if !strings.Contains(got, redact.Mask) || strings.Contains(got, written[len(written)/3:len(written)/2]) {
				t.Errorf("String(%q) = %q", written, got)
			}
		})
	}
}

// TestString_names: the width, composition and spaces of a name make no
// difference.
func TestString_names(t *testing.T) {
	t.Parallel()

	for _, pair := range [][2]string{
		{"ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"},
		{"ヤマダ タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"},
		{"ヤマダ　タロウ", "ヤマダ タロウ"},
		{"ヤマダ タロウ", "ヤマダ\u3000タロウ"},
		{"ヤマダ タロウ", "ヤマタ\u3099 タロウ"},
		{"ヤマタ\u3099 タロウ", "ヤマダタロウ"},
		{"山田太郎", "山田 太郎"},
		{"山田 太郎", "山田太郎"},
		{"山田 太郎", "山 田 太 郎"},
		{"José Ñandú", "Jose\u0301 N\u0303andu\u0301"},
		{"Jose\u0301 N\u0303andu\u0301", "José Ñandú"},
	} {
		t.Run(pair[0]+" as "+pair[1], func(t *testing.T) {
			t.Parallel()
			if got := redact.New(pair[0]).String("of " + pair[1] + ", sent"); strings.Contains(got, pair[1]) {
				t.Errorf("String(%q) = %q", pair[1], got)
			}
		})
	}
}

// TestString_maskedNumbers: of a masked number, the first six digits and the
// last four may be shown.
func TestString_maskedNumbers(t *testing.T) {
	t.Parallel()

	r := redact.New("4111 1122 3344 5566", "09012345678")
	for in, want := range map[string]string{
		"card 411111****445566 x":    "card 411111****[redacted] x",
		"card 411111***445566 x":     "card 411111***[redacted] x",
		"card ****33445566 x":        "card ****[redacted] x",
		"card XXXXXXXX33445566 x":    "card XXXXXXXX[redacted] x",
		"card **** 3344 5566 x":      "card **** [redacted] x",
		"card 4111112******566 x":    "card [redacted]******566 x",
		"card 4111 112* **** 5566 x": "card [redacted]* **** 5566 x",
		"card 411111******5566 x":    "card 411111******5566 x",
		"card **** **** **** 5566 x": "card **** **** **** 5566 x",
		"phone *****45678 x":         "phone *****[redacted] x",
		"phone *******5678 x":        "phone *******5678 x",
		"amount ...99445566 of...x":  "amount ...99445566 of...x",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			if got := r.String(in); got != want {
				t.Errorf("String(%q) = %q, want %q", in, got, want)
			}
		})
	}
}

// BenchmarkString cleans a message.
func BenchmarkString(b *testing.B) {
	text := strings.Repeat("must be one of http_get, http_post; ", 8)
	for _, values := range []int{2, 200} {
		b.Run(fmt.Sprint(values), func(b *testing.B) {
			var r redact.Redactor
			for i := range values {
				r.RememberCredentials(fmt.Sprintf("Bearer token-of-webhook-%d", i))
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r.String(text)
			}
		})
	}
}
