// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestCheckUUID(t *testing.T) {
	t.Parallel()

	const want = "must be a UUID"

	runRule(t, validators.UUID(), map[string]ruleCase{
		"lower case":  {value: "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"},
		"upper case":  {value: "11EE05AE-6CA3-5A5C-8F52-0B1F2F0B6F5D"},
		"empty":       {value: "", want: want},
		"no hyphens":  {value: "11ee05ae6ca35a5c8f520b1f2f0b6f5d", want: want},
		"braces":      {value: "{11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d}", want: want},
		"urn":         {value: "urn:uuid:11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", want: want},
		"a letter g":  {value: "g1ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", want: want},
		"path escape": {value: "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f/d", want: want},
	})
}

func TestCheckHeaderValue(t *testing.T) {
	t.Parallel()

	const want = "line breaks or control characters"

	runRule(t, rule(validators.CheckHeaderValue), map[string]ruleCase{
		"empty":           {value: ""},
		"token":           {value: "Bearer abc.def-123 ~"},
		"not ASCII":       {value: "grüße"},
		"line feed":       {value: "a\nb", want: want},
		"carriage return": {value: "a\rb", want: want},
		"tab":             {value: "a\tb", want: want},
		"null":            {value: "a\x00b", want: want},
		"delete":          {value: "a\x7fb", want: want},
		"next line":       {value: "a\u0085b", want: want},
		"line separator":  {value: "a\u2028b", want: want},
	})
}

func TestCheckCountry(t *testing.T) {
	t.Parallel()

	const want = "ISO 3166-1 alpha-2"

	runRule(t, rule(validators.CheckCountry), map[string]ruleCase{
		"first":      {value: "AD"},
		"last":       {value: "ZW"},
		"Japan":      {value: "JP"},
		"small":      {value: "jp", want: want},
		"alpha-3":    {value: "JPN", want: want},
		"unassigned": {value: "JA", want: want},
		"empty":      {value: "", want: want},
		"two blanks": {value: "  ", want: want},
		"straddling": {value: "D ", want: want},
	})
}

func TestCheckCurrency(t *testing.T) {
	t.Parallel()

	const want = "ISO 4217"

	runRule(t, rule(validators.CheckCurrency), map[string]ruleCase{
		"yen":   {value: "JPY"},
		"small": {value: "jpy", want: want},
		"short": {value: "JP", want: want},
		"long":  {value: "JPYX", want: want},
		"digit": {value: "JP1", want: want},
		"break": {value: "JPY\n", want: want},
	})
}

func TestCheckEmail(t *testing.T) {
	t.Parallel()

	const want = "must be an e-mail address"

	runRule(t, rule(validators.CheckEmail), map[string]ruleCase{
		"plain":            {value: "customer@example.com"},
		"tag":              {value: "a.b+c@sub.example.com"},
		"international":    {value: "客@例え.jp"},
		"two dots":         {value: "a..b@docomo.ne.jp"},
		"dot at the end":   {value: "ab.@ezweb.ne.jp"},
		"dot at the start": {value: ".ab@example.com"},
		"slash and quote":  {value: "o'neil/x@example.com"},
		"host in capitals": {value: "a@EXAMPLE.com"},
		"hyphens":          {value: "a@my--shop.example.com"},
		"one label":        {value: "a@localhost"},
		"empty":            {value: "", want: want},
		"no domain":        {value: "buyer@", want: want},
		"no at sign":       {value: "customer.example.com", want: want},
		"nothing before":   {value: "@docomo.ne.jp", want: want},
		"two at signs":     {value: "a@b@example.com", want: want},
		"quoted at sign":   {value: "\"a@b\"@example.com", want: want},
		"space inside":     {value: "a b@example.com", want: want},
		"wide space":       {value: "a\u3000b@example.com", want: want},
		"null byte":        {value: "a\x00b@example.com", want: want},
		"empty label":      {value: "a@example..com", want: want},
		"final dot":        {value: "a@example.com.", want: want},
		"leading dot":      {value: "a@.example.com", want: want},
		"no host":          {value: "a@-", want: want},
		"bracket":          {value: "a@exa<mple.com", want: want},
		"port":             {value: "a@example.com:25", want: want},
		"angle":            {value: "<a@example.com>", want: want},
		"display name":     {value: "A <a@example.com>", want: want},
		"comment":          {value: "a@example.com (A)", want: want},
		"two":              {value: "a@example.com, b@example.com", want: want},
		"blank":            {value: " a@example.com", want: want},
		"line break":       {value: "a@example.com\nBcc: b@example.com", want: want},
	})
}

func TestCheckIPv4(t *testing.T) {
	t.Parallel()

	const want = "must be an IPv4 address"

	runRule(t, rule(validators.CheckIPv4), map[string]ruleCase{
		"public":       {value: "8.8.8.8"},
		"private":      {value: "192.168.0.1"},
		"empty":        {value: "", want: want},
		"IPv6":         {value: "2001:db8::1", want: want},
		"mapped":       {value: "::ffff:8.8.8.8", want: want},
		"leading zero": {value: "8.8.8.08", want: want},
		"three parts":  {value: "8.8.8", want: want},
		"over 255":     {value: "8.8.8.256", want: want},
		"with a port":  {value: "8.8.8.8:80", want: want},
	})
}

func TestIsDigits(t *testing.T) {
	t.Parallel()

	for value, want := range map[string]bool{
		"0": true, "0042": true, "": false, " 1": false, "1a2": false, "+81": false, "４２": false, "1\n": false,
	} {
		if got := validators.IsDigits(value); got != want {
			t.Errorf("IsDigits(%q) = %t, want %t", value, got, want)
		}
	}
}
