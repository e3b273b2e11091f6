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
		var text string
		isKnown := values[name].As(&text) == nil // null reads as an empty text
		canonical := http.CanonicalHeaderKey(name)

		problem := headerProblem(canonical, text, isKnown)
		_, isRepeated := headers[canonical]
		if isRepeated {
			problem = fmt.Sprintf("has the header `%s` twice; upper and lower case make no difference", canonical)
		}
		if problem != "" {
			diagnostics.AddError(diags, invalidConfiguration, "The provider argument `request_headers` "+problem+".")
		}

		headers[canonical] = text // empty if it is unknown: then there is no client yet
	}
	return headers
}

// headerProblem returns what is wrong with one header, in words that follow the name of the argument;
// empty if nothing is. It shows no value.
func headerProblem(canonical, value string, isKnown bool) string {
	if !httpguts.ValidHeaderFieldName(canonical) {
		return "has a name that is not the name of a header, such as X-Api-Key"
	}

	// From here on, the name may be shown. One that is invalid may be a whole header, with its value.
	if isReserved(canonical) {
		return fmt.Sprintf("must not have the header `%s`, which the provider or the connection sets", canonical)
	}
	err := validators.ApplyElementCheck(validators.CheckHeaderValue, value)
	if isKnown && err != nil {
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
