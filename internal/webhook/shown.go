// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"net/url"
	"strings"
)

// hidden stands in a message for what may be a key.
const hidden = "[hidden]"

// shownURL is a URL as messages show it: without user information, and with the
// values of its query hidden.
func shownURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return hidden
	}
	u.User = nil
	parameters := strings.Split(u.RawQuery, "&")
	for i, parameter := range parameters {
		name, _, named := strings.Cut(parameter, "=")
		switch {
		case named:
			parameters[i] = name + "=" + hidden
		case parameter != "":
			parameters[i] = hidden
		}
	}
	u.RawQuery = strings.Join(parameters, "&")
	return u.String()
}
