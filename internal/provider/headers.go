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
// adds an error for each that breaks a rule. No error shows a value, nor a name that is
// invalid: it may be a whole header.
func (c configuration) requestHeaders(diags *diag.Diagnostics) map[string]string {
	var values map[string]tftypes.Value
	if c["request_headers"].IsNull() || c["request_headers"].As(&values) != nil {
		return nil // it is unset or unknown
	}
	headers := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		canonical := http.CanonicalHeaderKey(name)
		_, isRepeated := headers[canonical]
		var value, problem string
		isKnown := values[name].As(&value) == nil
		switch err := validators.ApplyCheck(validators.CheckHeaderValue, value); {
		case !httpguts.ValidHeaderFieldName(name):
			problem = "has a name that is not the name of a header, such as X-Api-Key"
		case isRepeated:
			problem = fmt.Sprintf("has the header `%s` twice; upper and lower case make no difference", canonical)
		case isReserved(canonical):
			problem = fmt.Sprintf("must not have the header `%s`, which the provider or the connection sets", canonical)
		case isKnown && err != nil:
			problem = fmt.Sprintf("has the header `%s`, whose value %s", canonical, err)
		}
		if problem != "" {
			diagnostics.AddError(diags, invalidConfiguration, "The provider argument `request_headers` "+problem+".")
		}
		headers[canonical] = value
	}
	return headers
}

// isReserved reports whether the provider sets a header itself, or it belongs to the connection.
func isReserved(canonical string) bool {
	reserved := []string{
		"Accept", "Accept-Encoding", "Authorization", "Cookie", "Host", "User-Agent",
		"Connection", "Expect", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
	}
	return slices.Contains(reserved, canonical) || strings.HasPrefix(canonical, "Content-") || strings.HasPrefix(canonical, "Proxy-")
}
