// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

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
		usageLimit:  o.text("usage_limit", b.usageLimit),
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

func (b *Behavior) usageLimit(v string) string {
	if b.UsageLimits != nil {
		return oneOf(b.UsageLimits...)(v)
	}
	return nonEmpty(v)
}

// readTokenMetadata checks the two keys with a fixed meaning (API description,
// section 2.1); others are free.
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

var localNumber = pattern(`^[0-9]{1,15}$`)

// checkPhone checks the parts of a telephone number.
func checkPhone(data *object, countryCode func(string) string) (phone *object, present bool) {
	phone, present = data.child("phone_number")
	phone.text("country_code", countryCode)
	phone.text("local_number", localNumber)
	return phone, present
}
