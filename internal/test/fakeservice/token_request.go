// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/mail"
	"net/netip"
	"slices"
)

// tokenRequest is a checked body of the API description, section 4.1.
type tokenRequest struct {
	paymentType string
	tokenType   string
	usageLimit  *string
	email       *string
	metadata    map[string]any
	data        map[string]any
}

// tokenGroups are the payment types and the rules of their data.
var tokenGroups = map[string]func(data *object, request *object, tokenType string){
	"card":          checkCard,
	"konbini":       checkKonbini,
	"online":        checkOnline,
	"bank_transfer": checkBankTransfer,
	"paidy":         checkPaidy,
}

// readTokenRequest checks every rule and reports all that are broken.
func readTokenRequest(body map[string]any, b *Behavior) (tokenRequest, []fieldProblem) {
	o := &object{members: body}
	o.require("payment_type", "type", "data")
	request := tokenRequest{
		paymentType: deref(o.text("payment_type", oneOf(sortedKeys(tokenGroups)...))),
		tokenType:   deref(o.text("type", oneOf(b.TokenTypes...))),
		usageLimit:  o.text("usage_limit", nonEmpty),
		email:       o.text("email", emailAddress),
	}
	o.text("ip_address", ipv4)
	request.metadata = readTokenMetadata(o)

	if request.tokenType == "recurring" && b.RequireUsageLimit {
		o.require("usage_limit")
	}
	if request.paymentType != "online" {
		o.require("email")
	} else if request.tokenType != "one_time" {
		o.refuse("type", reasonForbidden)
	}
	data, _ := o.child("data")
	if check, known := tokenGroups[request.paymentType]; known {
		check(data, o, request.tokenType)
	} else {
		data.acceptAll()
	}
	request.data = data.members
	return request, o.finish()
}

// readTokenMetadata checks the two keys with a fixed meaning (API description, section 2.1); others are free.
func readTokenMetadata(o *object) map[string]any {
	metadata, present := o.child("metadata")
	if !present {
		return map[string]any{}
	}
	metadata.text("service-reference-id")
	metadata.text("service-customer-id", uuidText)
	metadata.acceptAll()
	return metadata.members
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func emailAddress(v string) string {
	if a, err := mail.ParseAddress(v); err != nil || a.Address != v {
		return reasonFormat
	}
	return ""
}

func ipv4(v string) string {
	if ip, err := netip.ParseAddr(v); err != nil || !ip.Is4() {
		return reasonFormat
	}
	return ""
}

var (
	callingCode = pattern(`^[0-9]{1,3}$`)
	localNumber = pattern(`^[0-9]{1,15}$`)
)

// checkPhone checks a phone number, of which both parts must be there. Without countryCodes any will do.
func checkPhone(data *object, countryCodes ...string) {
	phone, present := data.child("phone_number")
	if !present {
		return
	}
	phone.require("country_code", "local_number")
	code := phone.text("country_code", callingCode)
	if code != nil && len(countryCodes) > 0 && !slices.Contains(countryCodes, *code) {
		phone.refuse("country_code", reasonValue)
	}
	phone.text("local_number", localNumber)
}
