// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/net/http/httpguts"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// requestHeaders returns the known headers of request_headers by their canonical names, and
// adds an error for each that breaks a rule.
func (c configuration) requestHeaders(diags *diag.Diagnostics) map[string]string {
	var values map[string]tftypes.Value
	if c["request_headers"].IsNull() || c["request_headers"].As(&values) != nil {
		return nil // it is unset or unknown
	}

	headers := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		canonical := http.CanonicalHeaderKey(name)
		_, isRepeated := headers[canonical]
		problem := headerProblem(name, values[name])
		if isRepeated {
			problem = fmt.Sprintf("has the header `%s` twice; upper and lower case make no difference", canonical)
		}
		if problem != "" {
			diagnostics.AddError(diags, invalidConfiguration, "The provider argument `request_headers` "+problem+".")
		}

		var text string
		_ = values[name].As(&text) // an unknown value is empty here: while there is one, there is no client
		headers[canonical] = text
	}
	return headers
}

// headerProblem returns what is wrong with one header, in words that follow the name of the argument;
// empty if nothing is. It shows no value, nor a name that is invalid: that may be a whole header.
func headerProblem(name string, value tftypes.Value) string {
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return "has a name that is not the name of a header, such as X-Api-Key"
	case isReserved(canonical):
		return fmt.Sprintf("must not have the header `%s`, which the provider or the connection sets", canonical)
	case !value.IsKnown():
		return ""
	}

	// The name may be shown from here on.
	var text string
	_ = value.As(&text) // null reads as an empty text
	err := validators.ApplyElementCheck(validators.CheckHeaderValue, text)
	if err != nil {
		return fmt.Sprintf("has the header `%s`, whose value %s", canonical, err)
	}
	return ""
}

// reservedHeaders are set by the provider itself, or belong to the connection.
var reservedHeaders = []string{
	"Accept", "Accept-Encoding", "Authorization", "Cookie", "Host", "User-Agent",
	"Connection", "Expect", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

func isReserved(canonical string) bool {
	return slices.Contains(reservedHeaders, canonical) ||
		strings.HasPrefix(canonical, "Content-") ||
		strings.HasPrefix(canonical, "Proxy-")
}
