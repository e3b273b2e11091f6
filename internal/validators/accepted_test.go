// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// The file has the values that each rule accepts, out of all combinations of some parts,
// and only a person writes it. Services read some forms of ISO 8601 in different ways: `time` refuses those.
func TestAccepted(t *testing.T) {
	t.Parallel()

	urls := golden.Combine([]string{"https://", "//"}, []string{"", "a.", "qa--shop.", "a..", "日本."},
		[]string{"", "localhost", "example.com", "example", "localdomain", "local", "127.0.0.1", "8.8.8.8", "127.1", "0x7f.1", "[::1]", "[2606:4700::1111]", "exa<mple.com"},
		[]string{"", ":0", ":443", ":99999", "/x?y", "/%zz", "..", "/a b"})
	golden.Accepted(t, "accepted.golden", map[string]golden.Rule{
		"digits":      {Check: checkDigits, Values: golden.Combine([]string{"", "0", "042", "9"}, []string{"", "a", " ", "٣", "-", ".5"})},
		"web URL":     {Check: validators.CheckHTTPURL, Values: urls},
		"webhook URL": {Check: validators.CheckWebhookURL, Values: urls},
		"e-mail address": {Check: validators.CheckEmail, Values: golden.Combine(
			[]string{"", "a", "a..b", "a.", ".a", "a+b", "A <a", `"a b"`, "a@b", "a b", "a\u3000b", "a\x00", "客"}, []string{"@", "", " @", "@@"},
			[]string{"", "example.com", "EXAMPLE.com", "my--shop.example.com", ".com", "example..com", "example.com.", "例え.jp", "localhost", "exa mple.com", "example.com\n", "a.com>", "a.com:25", "-", "[1.2.3.4]"})},
		"time": {Check: validators.CheckTime, Values: golden.Combine([]string{"2025-03-01", "2025-3-1", "2025-02-29", "2024-02-29", "2025-13-01", "20250301"}, []string{"", "T", " "},
			[]string{"", "5:00:00", "05:00:00", "05:00:00.5", "05:00:00,5", "24:00:00", "05:60:00"}, []string{"", "Z", "z", "+09:00", "+0900", "+24:00", "+14:60", "-00:00"})},
		"time of day": {Check: validators.CheckTimeOfDay, Values: golden.Combine([]string{"", "T"},
			[]string{"18", "24", "9", "18:00", "18:0", "24:00", "24:01", "1800", "2400", "18:00:00", "180000", "18:00:60", "25:00"},
			[]string{"", ".5", ",0", "."}, []string{"", "Z", "z", "+09", "+09:00", "+0900", "+24:00", "-00:00", "-0930", "+9"})},
		"duration": {Check: checkDuration, Values: slices.Concat(
			golden.Combine([]string{"P", "PT", "-P"}, []string{"0", "1", "30", "0.5", "0,5", ".5", "1."}, []string{"Y", "M", "W", "D", "H", "S", ""}, []string{"", "30D", "T12H", "T0H0M0S", "T", "4D"}),
			[]string{"P8W4D", "P1DT0.5H", "P1.5DT1H", "P0.0Y30D", "P0Y0M30DT0H0M0S"})},
	})
}

// TestCheckCountry compares the codes with another list, which has those that were
// withdrawn or are reserved, too.
func TestCheckCountry(t *testing.T) {
	t.Parallel()

	const unassigned = "AC AN CP CQ CS DG EA EZ FQ IC NT PC SU TA UN XK YU"
	capitals := strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")
	for _, code := range append(golden.Combine(capitals, append(capitals, "", "p")), "JP KE") {
		region, err := language.ParseRegion(code)
		assigned := err == nil && region.IsCountry() && region.Canonicalize() == region && region.String() == code && !strings.Contains(unassigned, code)
		if accepted := validators.CheckCountry(code) == nil; accepted != assigned {
			t.Errorf("%q is accepted: %t, want %t", code, accepted, assigned)
		}
	}
}

func checkDigits(value string) error {
	if !validators.IsDigits(value) {
		return errors.New("must consist of digits")
	}
	return nil
}
