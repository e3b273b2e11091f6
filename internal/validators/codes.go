// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"net/netip"
	"regexp"
	"strings"
)

var (
	errCountry  = errors.New("must be an ISO 3166-1 alpha-2 country code in capital letters, such as JP")
	errCurrency = errors.New("must be an ISO 4217 currency code of three capital letters, such as JPY")
)

// countries are the assigned ISO 3166-1 alpha-2 codes.
const countries = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ" +
	" CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR" +
	" GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP" +
	" KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ" +
	" NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW" +
	" SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ" +
	" UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "

// CheckCountry accepts an assigned ISO 3166-1 alpha-2 code.
func CheckCountry(value string) error {
	if len(value) != 2 || !strings.Contains(countries, " "+value+" ") {
		return errCountry
	}
	return nil
}

var currency = regexp.MustCompile(`^[A-Z]{3}$`)

// CheckCurrency accepts what has the form of an ISO 4217 code. Which codes
// exist changes too often to be checked.
func CheckCurrency(value string) error {
	if !currency.MatchString(value) {
		return errCurrency
	}
	return nil
}

// IsDigits reports whether value consists of the digits 0 to 9, at least one.
func IsDigits(value string) bool { return value != "" && strings.Trim(value, "0123456789") == "" }

var (
	errEmail = errors.New("must be an e-mail address such as customer@example.com")
	errIPv4  = errors.New("must be an IPv4 address such as 198.51.100.7")
)

// localPart is what stands before the @ of an e-mail address. Mailboxes such as
// a..b@docomo.ne.jp exist, although the grammar of e-mail does not know them,
// so that only what no mailbox can have is refused.
var localPart = regexp.MustCompile(`^[^@\pZ\pC]+$`)

// CheckEmail accepts a bare e-mail address: one @ with something before it and
// a host name after it, and no spaces.
func CheckEmail(value string) error {
	mailbox, host, found := strings.Cut(value, "@")
	if !found || !localPart.MatchString(mailbox) || strings.HasSuffix(host, ".") || strings.Trim(host, "-") == "" {
		return errEmail
	}
	if _, err := ASCIIName(host); err != nil {
		return errEmail
	}
	return nil
}

// CheckIPv4 accepts an IPv4 address in the form of four decimal numbers.
func CheckIPv4(value string) error {
	address, err := netip.ParseAddr(value)
	if err != nil || !address.Is4() {
		return errIPv4
	}
	return nil
}
