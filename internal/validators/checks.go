// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// CheckUUID accepts a UUID in its usual form, without braces or a prefix.
var CheckUUID = CheckThat(paymentapi.IsUUID, "must be a UUID such as 11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d")

// UUID returns a validator for a string attribute that holds a UUID.
func UUID() validator.String {
	return String("Invalid UUID", CheckUUID)
}

// CheckHeaderValue accepts text that can be the value of an HTTP header: anything
// without line breaks (the Unicode ones included) and control characters.
var CheckHeaderValue = CheckThat(func(value string) bool {
	isRefused := func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp)
	}
	return !strings.ContainsFunc(value, isRefused)
}, "must not contain line breaks or control characters")

// CheckAuthToken accepts text that arrives unchanged as the value of an HTTP header, of which HTTP
// removes white space at both ends.
func CheckAuthToken(value string) error {
	if err := CheckHeaderValue(value); err != nil {
		return err
	}
	return CheckTrimmed(value)
}

// countries are the assigned ISO 3166-1 alpha-2 codes.
const countries = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR" +
	" BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ" +
	" EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW" +
	" GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY" +
	" KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV" +
	" MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY" +
	" QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG" +
	" TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM" +
	" ZW "

// CheckCountry accepts an assigned ISO 3166-1 alpha-2 code.
var CheckCountry = CheckThat(func(value string) bool {
	return len(value) == 2 && strings.Contains(countries, " "+value+" ")
}, "must be an ISO 3166-1 alpha-2 country code in capital letters, such as JP")

// CheckCurrency accepts what has the form of an ISO 4217 code. Which codes exist
// changes too often to be checked.
var CheckCurrency = CheckThat(regexp.MustCompile(`^[A-Z]{3}$`).MatchString,
	"must be an ISO 4217 currency code of three capital letters, such as JPY")

// IsDigits reports whether value consists of the digits 0 to 9, at least one.
func IsDigits(value string) bool {
	return value != "" && strings.Trim(value, "0123456789") == ""
}

// CheckOneOf returns a check that accepts the given values.
func CheckOneOf(values ...string) func(string) error {
	isOneOf := func(value string) bool { return slices.Contains(values, value) }
	return CheckThat(isOneOf, "must be "+diagnostics.QuoteChoice(values))
}

// CheckEmail accepts one @ with something before it and a host after it, and no spaces.
var CheckEmail = CheckThat(regexp.MustCompile(`^[^@\pZ\pC]+@[^@:/\pZ\pC]+$`).MatchString,
	"must be an e-mail address such as customer@example.com")

// CheckIPv4 accepts an IPv4 address in the form of four decimal numbers.
var CheckIPv4 = CheckThat(func(value string) bool {
	address, err := netip.ParseAddr(value)
	return err == nil && address.Is4()
}, "must be an IPv4 address such as 198.51.100.7")
