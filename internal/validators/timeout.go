// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// The longest Go duration is somewhat longer than this.
var errTimeout = errors.New("must be a Go duration longer than zero, such as 30s or 1h, and at most 2562047h")

func checkTimeout(value string) error {
	if d, err := time.ParseDuration(value); err != nil || d <= 0 {
		return errTimeout
	}
	return nil
}

// Timeout returns the validator for an argument of timeouts. The library's
// validator says of a duration that is too long that it is not a duration.
func Timeout() validator.String {
	return String("Invalid Timeout", errTimeout.Error(), checkTimeout)
}
