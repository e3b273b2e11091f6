// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import "strings"

// IsDigits reports whether value consists of the digits 0 to 9, at least one.
func IsDigits(value string) bool { return value != "" && strings.Trim(value, "0123456789") == "" }
