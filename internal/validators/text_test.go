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

	runRule(t, validators.CheckUUID, map[string]ruleCase{
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

	runRule(t, validators.CheckHeaderValue, map[string]ruleCase{
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
