// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
)

const otherMerchant = "99999999-9999-4999-8999-99999999abcd"

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// jwt returns a token whose payload is any text.
func jwt(payload string) string { return segment(`{"alg":"none"}`) + "." + segment(payload) + ".c2ln" }
