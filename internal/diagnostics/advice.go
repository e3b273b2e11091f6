// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Explain words why a call, or reading a list, failed and what to do about it.
func Explain(err error) string {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if !ok {
		return err.Error()
	}
	isLaterPage := paymentapi.FailedPage(err) > 1
	return Paragraphs(failed.Error(), advice(failed, isLaterPage))
}

// optionAdvice says, in words of a configuration, what to do about a value that the client does not take.
var optionAdvice = map[error]string{
	paymentapi.ErrNotPEM:      "pass the text of the file, such as `file(\"name.pem\")`, not its path",
	paymentapi.ErrContainsKey: "a client's key belongs in `client_key`",
	paymentapi.ErrUserInfo:    "pass credentials in `secret` and `app_token`",
}

// ExplainOption words what is wrong with the value of an option of the client, as the end of a sentence that begins
// with its name.
func ExplainOption(err error) string {
	for known, advice := range optionAdvice {
		if errors.Is(err, known) {
			return err.Error() + "; " + advice
		}
	}
	return err.Error()
}

// Parts of several pieces of advice.
const (
	variables   = " (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN)"
	credentials = "the provider's `secret` and `app_token`" + variables + ". They must have been issued " +
		"together, for the service at `base_url`."
	baseURLIsTheAPI = "the provider's `base_url` is the address of the API itself, including its path."
	notOwnFormat    = "The answer does not have the service's own format, so something in front of the service, " +
		"such as a gateway or a firewall, may have sent it. "
	notPermitted = "The service recognized the credentials, but they do not permit this request. "
	sameAddress  = "Earlier pages of this list came from the same address, so something is wrong with this page " +
		"alone. "
	askOperator = "If this keeps happening, ask the operator of the service."
)

// faultAdvice says what to do.
var faultAdvice = map[paymentapi.Fault]struct {
	usual            string
	withIDs          string // the text instead of usual, if the path of the call has ids
	gatewaysAnswerSo bool   // a gateway in front of the service may have answered so, in its own format
	fromGateway      string // the text instead of usual and withIDs, for such an answer
	laterPage        string // the text instead of all others, if earlier pages of the list were read
}{
	paymentapi.FaultUnsent: {
		usual: "Nothing was sent. Check the values that this request is made from.",
	},
	paymentapi.FaultUnreachable: {
		usual: "Check the provider's `base_url`, the network between here and the service, " +
			"and the proxy settings (HTTPS_PROXY, NO_PROXY).",
		laterPage: "Earlier pages of this list came from the same address. Check the network between here and the " +
			"service, and try again.",
	},
	paymentapi.FaultConnectionUnusable: {
		usual: "The next attempt would meet the same, so the provider does not retry. " +
			"Check the host, the port and the scheme in the provider's `base_url`. If they are right, ask the " +
			"operator of the service.",
		laterPage: "Earlier pages of this list came from the same address. Try again. " + askOperator,
	},
	paymentapi.FaultTimeout: {
		usual: "Try again. " + timeoutAdvice,
	},
	paymentapi.FaultConnectionLost: {
		usual: "Try again. If this keeps happening, check what is between this machine and the service, such as a " +
			"proxy.",
	},

	paymentapi.FaultUnexpectedAnswer: {
		usual:     "Check that " + baseURLIsTheAPI,
		laterPage: sameAddress + "Try again. " + askOperator,
	},
	paymentapi.FaultInconsistent: {
		usual: "Ask the operator of the service about this answer.",
	},
	paymentapi.FaultItem: {
		usual: "Ask the operator of the service about this list.",
	},

	paymentapi.FaultRedirect: {
		usual: "Redirects are never followed, so that the credentials go nowhere else. " +
			"Set the provider's `base_url` to the address that answers directly.",
		laterPage: sameAddress + "Try again. " + askOperator,
	},
	paymentapi.FaultRefused: {
		usual:            "Correct what the service objects to and try again.",
		laterPage:        sameAddress + "Try again. " + askOperator,
		gatewaysAnswerSo: true,
		fromGateway: "Check that " + baseURLIsTheAPI + " If it is, correct what the answer objects to and try " +
			"again.",
	},
	paymentapi.FaultUnauthorized: {
		usual: "Check " + credentials,
		laterPage: "Earlier pages of this list came with the same credentials, so they may have expired or been " +
			"revoked in the meantime. " +
			"Check the provider's `secret` and `app_token`" + variables + ".",
		gatewaysAnswerSo: true,
	},
	paymentapi.FaultForbidden: {
		usual: notPermitted + "Check what the provider's `secret` and `app_token` are permitted to do.",
		withIDs: notPermitted + "Check that the provider's `secret` and `app_token` belong to the merchant and " +
			"store in the path, " +
			"and what they are permitted to do.",
		gatewaysAnswerSo: true,
		fromGateway: "Firewalls also refuse too many requests at once: if it came while many were in flight, " +
			"set `max_concurrent_requests` in the provider to a lower number. Otherwise, check " + credentials,
	},
	paymentapi.FaultNotFound: {
		usual:   "Check that " + baseURLIsTheAPI,
		withIDs: "Check the ids in the path, and that " + baseURLIsTheAPI,
		laterPage: sameAddress + "The service may no longer have the item after which the page begins. Try again. " +
			askOperator,
		gatewaysAnswerSo: true,
	},
	paymentapi.FaultUnsupported: {
		usual:     "The server at this address does not support this request. Check that " + baseURLIsTheAPI,
		laterPage: sameAddress + "Try again. " + askOperator,
	},
	paymentapi.FaultThrottled: {
		usual: "The service limits the rate of requests. The provider slows down to that rate by itself. " +
			"It gives up only if the service refuses every request for two minutes. Try again later. " +
			"If other programs use the same quota, set `max_requests_per_minute` in the provider to your share of " +
			"it.",
	},
	paymentapi.FaultUnavailable: {
		usual: "The service itself failed. Try again later. " +
			"If the failure is temporary, a higher `max_retries` in the provider may help.",
	},
}

// clientPair is what a server that asks for a client certificate gets.
const clientPair = "the provider's `client_certificate` and `client_key` " +
	"(environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY)"

// causeAdvice says what to do about what is known besides the kind of an error.
var causeAdvice = map[paymentapi.Cause]string{
	paymentapi.CauseAuthority: "If this network inspects TLS, or the service has an authority of its own, " +
		"set the provider's `ca_certificate` (environment variable PAYMENTSERVICE_CA_CERTIFICATE) to the " +
		"certificate of that authority, in PEM. " +
		"If it is set, it lacks this authority, or the service does not send an intermediate certificate, which " +
		"you can add there, too.",
	paymentapi.CauseNoClientCertificate: "The server asks for a client certificate. If it requires one, set " +
		clientPair + " to the certificate that its operator has issued to you and to its private key, both in PEM.",
	paymentapi.CauseClientCertificate: "The server asks for a client certificate, and got yours. It may have " +
		"refused it: check that " + clientPair +
		" are those that its operator has issued to you, that the certificate has not expired, and that any " +
		"intermediate certificates follow it.",

	paymentapi.CauseQuota: "The answer says when to try again (`Retry-After`), so a quota of requests may be used " +
		"up. " +
		"Try again later, or set `max_requests_per_minute` in the provider to your share of the quota.",
}

// flawAdvice says what looks wrong in the credentials.
var flawAdvice = map[paymentapi.CredentialFlaw]string{
	paymentapi.FlawSecretQuoted: "The provider's `secret` is enclosed in quotation marks, which some env " +
		"files and CI systems keep. Remove them.",
	paymentapi.FlawAppTokenQuoted: "The provider's `app_token` is enclosed in quotation marks, which some env " +
		"files and CI systems keep. Remove them.",
	paymentapi.FlawAppTokenNoJWT: "The provider's `app_token` is not a JWT, as application tokens are.",
	paymentapi.FlawCredentialsSwapped: "The provider's `secret` and `app_token` seem to be swapped: the first is a " +
		"JWT, as application tokens are, and the second is not.",
}

// adviceByCause returns what to do about what is known besides the kind of an error.
func adviceByCause(e *paymentapi.Error) string {
	parts := []string{causeAdvice[e.Cause]}
	for _, flaw := range e.CredentialFlaws {
		parts = append(parts, flawAdvice[flaw])
	}
	return Paragraphs(parts...)
}

// advice returns what to do about an error, which may be of a page after the first of a list. The first of these
// that is known replaces those below it:
//
//  1. a code with a meaning of its own
//  2. a proxy that made no connection, unless a cause is known
//  3. the cause, if no connection will ever be made
//  4. the cause and flaws of the credentials, with the circumstances, such as a time limit or an expired token
//  5. the cause and flaws of the credentials, with the kind of the error
func advice(e *paymentapi.Error, isLaterPage bool) string {
	// This code comes with a 401, although the credentials are right.
	if e.Code == "DIRECT_CARD_TOKEN_CREATION_DISABLED" {
		return "This account is not permitted to create tokens from card data. " +
			"The merchant must comply with PCI DSS, and the operator of the service must enable card data for it. " +
			"The credentials themselves were accepted."
	}

	if e.Proxy != "" && e.Cause == paymentapi.CauseUnknown {
		return "Check the URL in the environment variable " + e.Proxy + ": the host and the port of the proxy, " +
			"and the user name and the password if it requires them. " +
			"If they are right, ask the operator of the proxy whether it lets you connect to the service. " +
			"The environment variable NO_PROXY names hosts that are reached without it."
	}

	byCause := adviceByCause(e)
	if byCause != "" && e.Fault == paymentapi.FaultConnectionUnusable {
		return byCause
	}
	byFault := cmp.Or(adviceByCircumstance(e), adviceByFault(e, isLaterPage))
	return Paragraphs(byCause, byFault)
}

// adviceByCircumstance returns what to do about an error of which more is known than its kind; empty if it is not.
func adviceByCircumstance(e *paymentapi.Error) string {
	switch {
	case e.Fault == paymentapi.FaultTimeout:
		return "" // an attempt took too long, also if the error is a DeadlineExceeded because no other could follow
	case errors.Is(e, context.DeadlineExceeded):
		return "The time limit set in `timeouts` was exceeded."
	case errors.Is(e, context.Canceled):
		return "The run was interrupted."
	case !e.TokenExpiredAt.IsZero():
		return "The application token expired at " + e.TokenExpiredAt.Format(time.RFC3339) + ". " +
			"Set the provider's `app_token` (environment variable PAYMENTSERVICE_APP_TOKEN) to a new one, " +
			"and its `secret` if that is new, too."
	case e.StatusCode == http.StatusConflict:
		return adviceOnConflict(e.Code)
	}
	return ""
}

// adviceOnConflict returns what to do about a 409 with a code.
func adviceOnConflict(code string) string {
	if strings.Contains(code, "LIMIT") {
		return "A limit of the service has been reached. " +
			"Delete what you no longer need, or ask the operator of the service for a higher limit."
	}
	return "Something else at the service already uses the requested value. " +
		"Change the value, or the other object, and try again."
}

// adviceByFault returns what to do about an error of this kind.
func adviceByFault(e *paymentapi.Error, isLaterPage bool) string {
	byFault := faultAdvice[e.Fault]
	text := byFault.usual
	if e.HasIDs {
		text = cmp.Or(byFault.withIDs, text)
	}

	origin := ""
	if byFault.gatewaysAnswerSo && !e.OwnFormat {
		origin = notOwnFormat
		text = cmp.Or(byFault.fromGateway, text)
	}

	// A page that is read after others comes from the right address.
	if isLaterPage {
		text = cmp.Or(byFault.laterPage, text)
	}
	return origin + text
}

// timeoutAdvice is for a call that took longer than the request timeout.
const timeoutAdvice = "If the service needs longer, raise the provider's `request_timeout`."

// AdviceWithoutRetry returns what to do before a call is sent again that may have had its effect.
func AdviceWithoutRetry(err error) string {
	if paymentapi.Is(err, paymentapi.FaultTimeout) {
		return timeoutAdvice
	}
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if !ok {
		return ""
	}
	return causeAdvice[failed.Cause]
}
