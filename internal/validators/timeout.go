// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

var errTimeout = errors.New("must be longer than zero, such as 30s or 1h")

// checkTimeout refuses a Go duration that leaves no time. What is no duration at
// all is refused by the attribute's own validator.
func checkTimeout(value string) error {
	if d, err := time.ParseDuration(value); err == nil && d <= 0 {
		return errTimeout
	}
	return nil
}

// Timeout returns a further validator for an argument of timeouts.
func Timeout() validator.String {
	return String("Invalid Timeout", errTimeout.Error(), checkTimeout)
}
