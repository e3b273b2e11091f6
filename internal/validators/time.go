// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var errTime = errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z, or a date, such as 2025-01-31")

// unambiguous has the two forms of ISO 8601 that mean one instant only.
var unambiguous = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$`)

// CheckTime accepts a time in RFC 3339, or a date, which means its start in UTC.
func CheckTime(value string) error {
	if _, ok := paymentapi.ParseTime(value); !ok || !unambiguous.MatchString(value) {
		return errTime
	}
	return nil
}

// Time returns a validator for a string attribute that holds a time or a date.
func Time() validator.String {
	return String("Invalid Time", errTime.Error(), CheckTime)
}
