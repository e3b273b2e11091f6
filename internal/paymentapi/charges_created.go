// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"regexp"
	"strings"
	"time"
)

// createdForm is ISO 8601 in its extended and its basic form, to the minute or with a
// fraction of a second. A space may stand for the T and before the offset.
var createdForm = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?: ?(Z|UTC|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?))?$`)

// Created returns the time in CreatedOn, and false if that is nil or not a time in a
// known form. A time without an offset is one in UTC.
func (c *Charge) Created() (created time.Time, ok bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	if strings.HasSuffix(*c.CreatedOn, "Z") && created.UnmarshalText([]byte(*c.CreatedOn)) == nil { // as most services write it
		return created, true
	}
	m := createdForm.FindStringSubmatch(strings.ToUpper(*c.CreatedOn))
	if m == nil {
		return time.Time{}, false
	}
	hour, second, fraction, zone := m[4], cmp.Or(m[6], "00"), cmp.Or(m[7], "0"), "Z"
	endOfDay := hour+m[5]+second == "240000" && strings.Trim(fraction, "0") == ""
	if endOfDay {
		hour = "00"
	}
	if m[9] != "" {
		zone = m[9] + ":" + cmp.Or(m[10], "00")
	}
	text := m[1] + "-" + m[2] + "-" + m[3] + "T" + hour + ":" + m[5] + ":" + second + "." + fraction + zone
	if created.UnmarshalText([]byte(text)) != nil { // such as the 31st of June
		return time.Time{}, false
	}
	if endOfDay {
		created = created.AddDate(0, 0, 1)
	}
	return created, true
}
