// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"regexp"
	"strings"
	"time"
)

// timeForm is ISO 8601 in its extended and its basic form: a date, or a time to the
// minute or with a fraction of a second. A space may stand for the T and before the
// offset.
var timeForm = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?: ?(Z|UTC|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?))?)?$`)

// ParseTime reads a time in any form that services and users write. A time without an
// offset is one in UTC, and a date is its start in UTC. It reports false for any other
// text.
func ParseTime(text string) (at time.Time, ok bool) {
	if strings.HasSuffix(text, "Z") && at.UnmarshalText([]byte(text)) == nil { // as most services write it
		return at, true
	}
	m := timeForm.FindStringSubmatch(strings.ToUpper(text))
	if m == nil {
		return time.Time{}, false
	}
	hour, minute, second, fraction, zone := cmp.Or(m[4], "00"), cmp.Or(m[5], "00"), cmp.Or(m[6], "00"), cmp.Or(m[7], "0"), "Z"
	endOfDay := hour+minute+second == "240000" && strings.Trim(fraction, "0") == ""
	if endOfDay {
		hour = "00"
	}
	if m[9] != "" {
		zone = m[9] + ":" + cmp.Or(m[10], "00")
	}
	plain := m[1] + "-" + m[2] + "-" + m[3] + "T" + hour + ":" + minute + ":" + second + "." + fraction + zone
	if at.UnmarshalText([]byte(plain)) != nil { // such as the 31st of June
		return time.Time{}, false
	}
	if endOfDay {
		at = at.AddDate(0, 0, 1)
	}
	return at, true
}

// Created returns the time in CreatedOn, and false if that is nil or not a time.
func (c *Charge) Created() (time.Time, bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	return ParseTime(*c.CreatedOn)
}
