// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

// tokenRequest is a checked request body (API description, section 4.1).
type tokenRequest struct {
	paymentType string
	tokenType   string
	usageLimit  *string
	email       *string
	metadata    map[string]any
	data        map[string]any
}

var phoneNumber = fields{"country_code": digits, "local_number": localNumber}

// tokenData has the fields that the data of each payment type may and must have.
// The description does not show those of paidy.
var tokenData = map[string]struct {
	fields   fields
	required []string
}{
	"card": {fields{
		"cardholder": anyText, "card_number": cardNumber, "exp_month": pattern(`^[0-9]{1,2}$`), "exp_year": pattern(`^([0-9]{2}){1,2}$`), "cvv": anyText,
		"line1": anyText, "line2": anyText, "state": anyText, "city": anyText, "zip": anyText, "country": country, "phone_number": phoneNumber,
		"cvv_authorize": fields{"enabled": boolean, "currency": currency},
		"three_ds":      fields{"enabled": boolean, "redirect_endpoint": check(webURL)},
	}, []string{"card_number", "exp_month", "exp_year"}},
	"konbini": {fields{
		"customer_name": nonEmpty, "convenience_store": nonEmpty, "phone_number": phoneNumber, "expiration_period": duration, "expiration_time_shift": timeOfDay,
	}, []string{"customer_name", "phone_number", "convenience_store"}},
	"online": {fields{
		"brand": nonEmpty, "call_method": nonEmpty, "user_identifier": nonEmpty, "os_type": oneOf("android", "ios"),
	}, []string{"brand", "call_method"}},
	"bank_transfer": {fields{"brand": nonEmpty}, []string{"brand"}},
	"paidy":         {},
}

// readTokenRequest checks a request and reports all that is wrong.
func readTokenRequest(body map[string]any) (tokenRequest, []fieldProblem) {
	o := &object{members: body}
	o.require("payment_type", "type", "data")
	request := tokenRequest{
		paymentType: deref(o.text("payment_type", oneOf(sortedKeys(tokenData)...))),
		tokenType:   deref(o.text("type", oneOf("one_time", "recurring"))),
		usageLimit:  o.text("usage_limit", nonEmpty),
		email:       o.text("email", email),
	}
	o.text("ip_address", ipv4)
	request.metadata = readTokenMetadata(o)

	if request.paymentType != "online" {
		o.require("email")
	} else if request.tokenType != "one_time" {
		o.refuse("type", reasonForbidden)
	}
	data, _ := o.child("data")
	group := tokenData[request.paymentType]
	data.require(group.required...)
	data.read(group.fields)
	if group.fields == nil {
		data.acceptAll()
	}
	request.data = data.members
	return request, o.finish()
}

// readTokenMetadata checks the two keys with a fixed meaning (API description,
// section 2.1); others are free.
func readTokenMetadata(o *object) map[string]any {
	metadata, present := o.child("metadata")
	if !present {
		return map[string]any{}
	}
	metadata.read(fields{"service-reference-id": anyText, "service-customer-id": uuidText})
	metadata.acceptAll()
	return metadata.members
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
