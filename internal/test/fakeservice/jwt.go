// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// AppToken returns a JWT with the claims, as application tokens are (API
// description, section 5), signed with DefaultSecret. The same claims make the
// same token.
func AppToken(claims map[string]any) string {
	payload, err := encode(claims)
	if err != nil {
		panic(fmt.Sprintf("the claims of a token are not JSON: %v", err))
	}
	segment := base64.RawURLEncoding.EncodeToString
	signed := segment([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + segment(payload)
	mac := hmac.New(sha256.New, []byte(DefaultSecret))
	mac.Write([]byte(signed))
	return signed + "." + segment(mac.Sum(nil))
}
