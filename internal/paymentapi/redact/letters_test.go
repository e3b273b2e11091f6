// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// eachByte and eachRune write a text piece by piece.
func eachByte(format, between string) func(string) string {
	return func(s string) string {
		var pieces []string
		for i := range len(s) {
			pieces = append(pieces, fmt.Sprintf(format, s[i]))
		}
		return strings.Join(pieces, between)
	}
}

func wrapped(width int, between string) func(string) string {
	return func(s string) string {
		var lines []string
		for line := range slices.Chunk([]rune(s), width) {
			lines = append(lines, string(line))
		}
		return strings.Join(lines, between)
	}
}

func inUTF16(order binary.AppendByteOrder) func(string) string {
	return func(s string) string {
		var b []byte
		for _, unit := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, unit)
		}
		return string(b)
	}
}

func inBase64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func inJSON(s string) string {
	text, _ := json.Marshal(s)
	return string(text[1 : len(text)-1])
}

// escaped are the ways in which an echo may write a text.
var escaped = map[string]func(string) string{
	"Go bytes":               eachByte("0x%02x", ", "),
	"Go bytes, short":        eachByte("%#x", ","),
	"hex list":               eachByte("%02X", " "),
	"hex strings":            eachByte(`"%02x"`, ","),
	"decimal list":           eachByte("%d", ", "),
	"decimal list of Go":     eachByte("%d", " "),
	"decimal list, over":     eachByte("%d", ",\n  "),
	"signed list":            func(s string) string { return signed(s) },
	"quoted-printable":       eachByte("=%02X", ""),
	"octal":                  eachByte(`\%03o`, ""),
	"octal in JSON":          eachByte(`\\%03o`, ""),
	"hex escapes":            eachByte(`\x%02x`, ""),
	"percent":                eachByte("%%%02x", ""),
	"base64, UTF-16LE":       func(s string) string { return inBase64(inUTF16(binary.LittleEndian)(s)) },
	"base64, UTF-16BE, mark": func(s string) string { return inBase64(inUTF16(binary.BigEndian)("\uFEFF" + s)) },
	"hex, UTF-16LE":          func(s string) string { return hex.EncodeToString([]byte(inUTF16(binary.LittleEndian)(s))) },
	"HTML":                   html.EscapeString,
	"HTML, by name":          strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", `"`, "&quot;").Replace,
	"HTML in JSON":           func(s string) string { return inJSON(html.EscapeString(s)) },
	"JSON in HTML":           func(s string) string { return html.EscapeString(inJSON(s)) },
	"JSON in JSON":           func(s string) string { return inJSON(inJSON(s)) },
	"JSON":                   inJSON,
	"JSON, some":             strings.NewReplacer("<", `\u003c`, "&", `\u0026`, "+", `\u002b`, "@", `\u0040`).Replace,
	"URL":                    url.QueryEscape,
	"URL, slashes kept":      func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "%2F", "/") },
	"URL twice":              func(s string) string { return url.QueryEscape(url.PathEscape(s)) },
	"URL in JSON":            func(s string) string { return inJSON(strings.ReplaceAll(url.QueryEscape(s), "%", `\u0025`)) },
	"wrapped by lines":       wrapped(4, "\n"),
	"wrapped by mail":        wrapped(5, "=\r\n"),
	"wrapped by spaces":      wrapped(7, "  "),
	"wrapped, escaped":       wrapped(6, `\n    `),
	"letters apart":          wrapped(1, " "),
	"letters, dots":          wrapped(1, "."),
	"letters, dashes":        wrapped(1, "-"),
	"letters, underscores":   wrapped(1, "_"),
	"letters, quoted":        wrapped(1, `","`),
	"accents":                wrapped(1, "\u0301"),
	"terminal colours":       wrapped(4, "\x1b[1;31m"),
	"two strings":            func(s string) string { return wrapped(len(s)/2, `" + "`)(s) },
	"wrapped base64":         func(s string) string { return wrapped(9, "\n")(inBase64("user:" + s + ":x")) },
	"wrapped hex":            func(s string) string { return wrapped(6, "\n")(hex.EncodeToString([]byte(s))) },
}

func signed(s string) string {
	var list []string
	for i := range len(s) {
		list = append(list, fmt.Sprint(int8(s[i]))) //nolint:gosec // as Java prints bytes
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// TestString_pieces: however each piece of a secret is written, all of it is
// hidden.
func TestString_pieces(t *testing.T) {
	t.Parallel()

	secrets := map[string]string{
		"card":    "4111112233445566",
		"secret":  "sEcr3t/Val+ue~QZ8817",
		"phone":   "09012345678",
		"e-mail":  "taro.yamada@example-mail.jp",
		"name":    "Taro Yamadanski",
		"webhook": `se<c&r>et"q\u+ =ü/%41`,
		"token":   "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJtb2RlIjoidGVzdCIsInN1YiI6ImFwcCJ9.c2lnc2lnc2lnLXNpZ25hdHVyZS14eXo",
	}
	var r redact.Redactor
	r.RememberCredentials(secrets["secret"], secrets["token"], secrets["webhook"])
	call := r.With(slices.Collect(maps.Values(secrets))...)
	for name, secret := range secrets {
		for how, write := range escaped {
			t.Run(name+"/"+how, func(t *testing.T) {
				t.Parallel()
				text := "<" + write(secret) + ">"
				got := call.String(text)
				rest := strings.ReplaceAll(got, redact.Mask, "")
				if how == "wrapped base64" { // what is around the secret stays
					rest = strings.NewReplacer("dXNlcjp", "", "dXNlcjo", "", "\n", "").Replace(rest)
					if len(rest) < 12 {
						rest = ""
					}
				}
				if got == rest || strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
					t.Errorf("String(%q) = %q", text, got)
				}
			})
		}
	}
}

// TestString_shortPieces: a security code is a word of its own in any notation.
func TestString_shortPieces(t *testing.T) {
	t.Parallel()

	r := redact.New("739")
	for _, write := range []string{"Go bytes", "decimal list", "quoted-printable", "octal", "base64, UTF-16LE"} {
		text := "<" + escaped[write]("739") + ">"
		if got := r.String(text); !strings.Contains(got, redact.Mask) {
			t.Errorf("String(%q) = %q", text, got)
		}
	}
}

// TestString_cardParts: a half of a card number is more than a mask may show.
func TestString_cardParts(t *testing.T) {
	t.Parallel()

	r := redact.New("4111 1122 3344 5566", "09012345678")
	for in, want := range map[string]string{
		`card 41111122" + "33445566 x`:            `card [redacted] x`,
		"card 41111122 and 33445566 x":            "card [redacted] and [redacted] x",
		"card 4111-1122, then 3344-5566":          "card [redacted], then [redacted]",
		"card 11122334 x":                         "card [redacted] x",
		"card 411111223 x":                        "card [redacted] x",
		"card 4111112 or 3445566 x":               "card 4111112 or 3445566 x",
		"charge 11122330 x":                       "charge 11122330 x",
		"id 33445566-0000-4000-8000-000000000001": "id 33445566-0000-4000-8000-000000000001",
		"phone 090123456 x":                       "phone 090123456 x",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			if got := r.String(in); got != want {
				t.Errorf("String(%q) = %q, want %q", in, got, want)
			}
		})
	}
}

// TestString_otherLetters: letters that make up a secret by chance are no reason
// to hide a text, nor are lists of numbers.
func TestString_otherLetters(t *testing.T) {
	t.Parallel()

	var r redact.Redactor
	r.RememberCredentials("payments-hook-of-the-shop")
	call := r.With("a@example.com", "me@ab.cd", "the end is", "20250601", "739", "Taro Yamada", "876543211234")
	for _, in := range []string{
		"via example.com or visa @ example.com",
		"some abcd and home abc d",
		"bathe, endis",
		"the payments, the hook, the shop",
		"taro or yamada",
		"id 87654321-1234-4234-8234-123456789012",
		"at 2025-06-01T10:15:30Z",
		"one of 10, 15, 30; 7, 3 or 9",
		"[1, 2, 3] and 0x01, 0x02, 0x03",
		"37.5, 33.5 and 39.5",
		"limit=50&offset=100",
		`a path C:\users\new and 100% of it & more`,
		"fees of 55, 51 and 570",
	} {
		if got := call.String(in); got != in {
			t.Errorf("String(%q) = %q, want it unchanged", in, got)
		}
	}
}

// Texts that are nothing but escapes must not take long.
func TestString_hostileEscapes(t *testing.T) {
	t.Parallel()

	r := redact.New(strings.Repeat("a", 300), strings.Repeat("%41", 100), "12345678", "739")
	for _, part := range []string{`\`, "%25", "%", "&", "&amp;", "=", "=3D", `\u0025`, "\x1b[", "41 ", "0x41, ", "52,", "a.", "12345678 11111111-1111-4111-8111-111111111111 ", "343135 ", `\134`} {
		text := strings.Repeat(part, 8<<10/len(part))
		started := time.Now()
		r.String(text)
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("a text of %q took %s", part, took)
		}
	}
}
