// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"io"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestAdviceWithoutRetry: what may have had its effect is not to be tried again, so only what prevents the failure is
// told.
func TestAdviceWithoutRetry(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want string // a part of it; nothing at all if it is empty
	}{
		"a timeout": {
			err:  &paymentapi.Error{Fault: paymentapi.FaultTimeout},
			want: "`request_timeout`",
		},
		"a lost connection": {
			err: &paymentapi.Error{Fault: paymentapi.FaultConnectionLost},
		},
		"a connection that a server may have refused": {
			err: &paymentapi.Error{
				Fault: paymentapi.FaultConnectionLost,
				Cause: paymentapi.CauseNoClientCertificate,
			},
			want: "`client_certificate`",
		},
		"another error": {
			err: io.EOF,
		},
	} {
		advice := diagnostics.AdviceWithoutRetry(tt.err)
		if !strings.Contains(advice, tt.want) || (advice == "") != (tt.want == "") {
			t.Errorf("%s: the advice is %q, want %q", name, advice, tt.want)
		}
		if strings.Contains(advice, "ry again") {
			t.Errorf("%s: the advice is %q", name, advice)
		}
	}
}

// TestExplain_causes: what is known besides the kind of an error has advice of its own.
func TestExplain_causes(t *testing.T) {
	t.Parallel()
	const pair = "the provider's `client_certificate` and `client_key` " +
		"(environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY)"
	for cause, want := range map[paymentapi.Cause][]string{
		paymentapi.CauseAuthority: {
			"If this network inspects TLS, or the service has an authority of its own,",
			"set the provider's `ca_certificate` (environment variable PAYMENTSERVICE_CA_CERTIFICATE)",
			"to the certificate of that authority, in PEM.",
			"it lacks this authority, or the service does not send an intermediate certificate, which you can add there",
		},
		paymentapi.CauseNoClientCertificate: {
			"The server asks for a client certificate. If it requires one, set " + pair,
			"to the certificate that its operator has issued to you and to its private key, both in PEM.",
		},
		paymentapi.CauseClientCertificate: {
			"The server asks for a client certificate, and got yours. It may have refused it: check that " + pair,
			"are those that its operator has issued to you, that the certificate has not expired,",
			"and that any intermediate certificates follow it.",
		},
		paymentapi.CauseQuota: {
			"`Retry-After`",
			"so a quota of requests may be used up.",
			"Try again later, or set `max_requests_per_minute` in the provider to your share of the quota.",
		},
	} {
		said := diagnostics.Explain(&paymentapi.Error{Fault: paymentapi.FaultConnectionUnusable, Cause: cause})
		for _, part := range want {
			if !strings.Contains(said, part) {
				t.Errorf("it says %q, want %q", said, part)
			}
		}
	}
}

// TestExplain_proxy: a proxy that made no connection is what to check, unless more is known.
func TestExplain_proxy(t *testing.T) {
	t.Parallel()
	const checkProxy = "Check the URL in the environment variable HTTPS_PROXY"
	failed := &paymentapi.Error{
		Fault: paymentapi.FaultConnectionUnusable,
		Proxy: "HTTPS_PROXY",
	}
	expectTexts(t, diagnostics.Explain(failed), []string{checkProxy, "NO_PROXY"}, nil)

	failed.Cause = paymentapi.CauseAuthority
	expectTexts(t, diagnostics.Explain(failed), []string{"`ca_certificate`"}, []string{checkProxy})
}
