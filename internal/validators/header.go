// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"strings"
	"unicode"
)

var errHeaderValue = errors.New("must not contain line breaks or control characters")

// CheckHeaderValue accepts text that can be the value of an HTTP header:
// anything without line breaks (the Unicode ones included) and control
// characters.
func CheckHeaderValue(value string) error {
	if strings.ContainsFunc(value, breaksHeader) {
		return errHeaderValue
	}

	return nil
}

func breaksHeader(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp)
}
