// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

var (
	errURL      = errors.New("must be an absolute http or https URL such as https://hooks.example.org/payments")
	errUserInfo = errors.New("must not contain a user name or password")
	errPort     = errors.New("must have a port from 1 to 65535, or none")
)

// CheckHTTPURL accepts an absolute http or https URL with a host, whatever the host.
func CheckHTTPURL(value string) error {
	_, err := parseHTTPURL(value)
	return err
}

// CheckWebhookURL accepts an absolute http or https URL without user info whose host is not local
// (API description, section 4.3). Nothing is looked up in DNS.
func CheckWebhookURL(value string) error {
	u, err := parseHTTPURL(value)
	if err != nil {
		return err
	}
	if u.User != nil {
		return errUserInfo
	}
	err = checkPublicHost(u.Hostname())
	if errors.Is(err, errSingleLabel) && !MayHoldUserInfo(value) {
		return fmt.Errorf("must be reachable from the internet, but %q has no domain", u.Hostname())
	}
	return err
}

// WebhookURL returns a validator for the URL that a webhook notifies.
func WebhookURL() validator.String {
	return stringValidator{
		summary:     "Invalid Webhook URL",
		description: "must be an absolute http or https URL that is reachable from the internet",
		check:       CheckWebhookURL,
		hide:        MayHoldUserInfo,
		advice:      " If it was generated for an import, delete the line: the webhook keeps its URL.",
	}
}

// MayHoldUserInfo reports whether a URL, well-formed or not, may carry a user
// name or password, so that neither it nor its line in the configuration should
// be shown.
func MayHoldUserInfo(value string) bool {
	return strings.ContainsAny(value, "@＠﹫") || strings.Contains(value, "%40")
}

func parseHTTPURL(value string) (*url.URL, error) {
	if strings.ContainsFunc(value, unicode.IsSpace) || strings.Contains(value, `\`) {
		return nil, errURL
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, errURL
	}
	if !strings.Contains(u.Hostname(), ":") { // IPv6 addresses have been parsed
		if _, err := ASCIIName(u.Hostname()); err != nil {
			return nil, err
		}
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, errPort
		}
	}
	return u, nil
}
