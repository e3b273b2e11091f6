// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var errUUID = errors.New("must be a UUID such as 11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d")

// CheckUUID accepts a UUID in its usual form, without braces or a prefix.
func CheckUUID(value string) error {
	if !paymentapi.IsUUID(value) {
		return errUUID
	}
	return nil
}

// UUID returns a validator for a string attribute that holds a UUID.
func UUID() validator.String {
	return String("Invalid UUID", errUUID.Error(), CheckUUID)
}
