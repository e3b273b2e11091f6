// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Explain words why a call failed and what to do about it.
func Explain(err error) string {
	var (
		api       *paymentapi.APIError
		response  *paymentapi.ResponseError
		transport *paymentapi.TransportError
	)
	switch {
	case errors.As(err, &api):
		return Paragraphs(describeAPIError(api), adviceForStatus(api))
	case errors.As(err, &response):
		return Paragraphs(
			fmt.Sprintf("The payment service answered %s with status %d%s, but %s.", response.Call, response.StatusCode, contentType(response.ContentType), response.Problem),
			"Check that the provider's `base_url` leads to the payment service's API itself, path included.")
	case errors.As(err, &transport):
		return Paragraphs(describeTransportError(transport), adviceForFault[transport.Fault])
	default:
		return err.Error()
	}
}

func describeAPIError(e *paymentapi.APIError) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The payment service answered %s with status %d", e.Call, e.StatusCode)
	if text := http.StatusText(e.StatusCode); text != "" {
		fmt.Fprintf(&b, " (%s)", text)
	}
	if e.Code != "" {
		fmt.Fprintf(&b, " and code %s", e.Code)
	}
	b.WriteString(times(e.Attempts) + ".")
	if !e.JSON && e.ContentType != "" {
		fmt.Fprintf(&b, " The answer was not JSON (%s).", e.ContentType)
	}
	for _, f := range e.Fields {
		switch {
		case f.Field == "":
			fmt.Fprintf(&b, "\n  - %s", f.Reason)
		case f.Reason == "":
			fmt.Fprintf(&b, "\n  - %s", f.Field)
		default:
			fmt.Fprintf(&b, "\n  - %s: %s", f.Field, f.Reason)
		}
	}
	return b.String()
}

func contentType(mediaType string) string {
	if mediaType == "" || mediaType == "application/json" {
		return ""
	}
	return " and content type " + mediaType
}

// times says how often a call was tried, where that was more than once.
func times(attempts int) string {
	if attempts < 2 {
		return ""
	}
	return fmt.Sprintf(", also at the last of %d attempts", attempts)
}

var statusAdvice = map[int]string{
	http.StatusUnauthorized: "Check the provider's `secret` and `app_token` (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN): " +
		"both must belong together, and to the service at `base_url`.",
	http.StatusForbidden: "The credentials are known but may not do this. Check that the provider's `secret` and `app_token` belong to the merchant and store in the path, and what they are permitted to do.",
	http.StatusNotFound:  "Check the ids in the path, and that the provider's `base_url` is the API's own address, path included.",
	http.StatusConflict:  "Something else at the service already has what is asked for. Change the value, or the other object, and try again.",
	http.StatusTooManyRequests: "The service asks for fewer requests. Try again later; " +
		"a lower `max_concurrent_requests` or a higher `max_retries` in the provider helps where it goes on.",
}

func adviceForStatus(e *paymentapi.APIError) string {
	if advice, ok := statusAdvice[e.StatusCode]; ok {
		return advice
	}
	switch {
	case e.StatusCode < 300:
		return "That is no answer which this call has. Check that the provider's `base_url` leads to the payment service's API itself."
	case e.StatusCode < 400:
		return "Redirects are never followed, so that the credentials go nowhere else. Set the provider's `base_url` to the address that answers itself."
	case e.StatusCode < 500:
		return "Correct what the service objects to and try again."
	default:
		return "The service itself failed. Try again later; a higher `max_retries` in the provider helps where this passes by itself."
	}
}

func describeTransportError(e *paymentapi.TransportError) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s got no complete answer: %s", e.Call, faultTexts[e.Fault])
	if e.Reason != "" {
		fmt.Fprintf(&b, " (%s)", e.Reason)
	}
	b.WriteString(times(e.Attempts) + ".")
	return b.String()
}

var faultTexts = map[paymentapi.TransportFault]string{
	paymentapi.FaultUnreachable: "no connection to the payment service could be made",
	paymentapi.FaultUntrusted:   "the certificate of the payment service is not trusted",
	paymentapi.FaultTimeout:     "it took longer than the provider's `request_timeout`",
	paymentapi.FaultBroken:      "the connection ended too early or the answer was no valid HTTP",
	paymentapi.FaultInterrupted: "it was interrupted",
}

var adviceForFault = map[paymentapi.TransportFault]string{
	paymentapi.FaultUnreachable: "Check the provider's `base_url`, the network between here and the service, and the proxy settings (HTTPS_PROXY, NO_PROXY).",
	paymentapi.FaultUntrusted:   "Check that the host in the provider's `base_url` is right, and that this machine trusts the authority that signed the certificate (SSL_CERT_FILE or the system's store).",
	paymentapi.FaultTimeout:     "Try again; raise the provider's `request_timeout` where the service needs longer.",
	paymentapi.FaultBroken:      "Try again; if it goes on, check what lies between here and the service, such as a proxy.",
	paymentapi.FaultInterrupted: "The run was stopped, or the time set in `timeouts` was over.",
}
