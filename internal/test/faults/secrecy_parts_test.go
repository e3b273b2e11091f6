// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/base32"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// parts are ways in which services and libraries show a part of a credential, or
// write it in other characters. Each has what must not be shown of it.
func parts(secret string) map[string]struct{ written, gone string } {
	r := []rune(secret)
	first, last, most := string(r[:12]), string(r[len(r)-8:]), string(r[:len(r)-2])
	colons := strings.ReplaceAll(fmt.Sprintf("% x", secret), " ", ":")
	inBase32 := base32.StdEncoding.EncodeToString([]byte(secret))
	return map[string]struct{ written, gone string }{
		"quoted and cut":    {fmt.Sprintf("%q...(+200 more)", first), first[:10]},
		"in brackets":       {first + "[...]", first[:10]},
		"said to be cut":    {first + " (truncated)", first[:10]},
		"cut":               {"x " + first + " y", first[:10]},
		"without its last":  {most + " y", most[:10]},
		"without its first": {"x " + string(r[1:]), string(r[1:10])},
		"with X for more":   {first + "XXXXXXXX", first[:8]},
		"its end":           {"..." + last, last},
		"both ends":         {first[:6] + "****" + string(r[len(r)-6:]), string(r[len(r)-6:])},
		"hex with colons":   {colons, colons[:20]},
		"base32":            {inBase32, inBase32[:12]},
	}
}

// TestSecrecy_parts: no part of a credential is shown that tells which it is.
func TestSecrecy_parts(t *testing.T) {
	t.Parallel()

	const secret, hook = "sEcr3t/Val+ue~QZ8817", "WHtok-9f8e7d6c5b4a"
	service, server := acctest.Start(t, fakeservice.WithCredentials(secret, secrets["app token"]))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secret, "app_token": secrets["app token"], "max_retries": 0}); len(diags) > 0 {
		t.Fatal(diags)
	}
	_, payload, _ := strings.Cut(secrets["app token"], ".")
	for name, value := range map[string]string{"secret": secret, "app token": secrets["app token"], "payload": payload, "webhook token": hook} {
		for how, part := range parts(value) {
			service.ClearFaults()
			service.Inject(fakeservice.Fault{Status: http.StatusBadRequest, Body: []byte(
				`{"code":"BAD","errors":[{"field":"f","reason":"here: ` + inJSON(part.written) + `, so"}]}`)})
			diags := p.NewResource("paymentservice_webhook").Apply(t.Context(), webhookConfig(acctest.Values{"auth_token": "Bearer " + hook}))
			if said := diags.Errors(); strings.Contains(said, part.gone) || !strings.Contains(said, "[redacted]") {
				t.Errorf("%s, %s: %q is shown in %q", name, how, part.gone, said)
			}
		}
	}
}

// TestSecrecy_partsInCharges: a list with a part of the application token that
// is a credential of its own is refused; one with a claim is not.
func TestSecrecy_partsInCharges(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t, fakeservice.WithCredentials(secrets["secret"], secrets["app token"]))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"], "max_retries": 0}); len(diags) > 0 {
		t.Fatal(diags)
	}
	header, payload, _ := strings.Cut(secrets["app token"], ".")
	for text, refused := range map[string]bool{payload: true, strings.ToUpper(payload): true, header: false, "topsecret": false} {
		service.ClearFaults()
		service.Inject(chargeHolding("x " + text))
		_, diags := p.Read(t.Context(), "paymentservice_charges", acctest.Values{})
		if said := diags.Errors(); strings.Contains(said, "repeats the credentials") != refused {
			t.Errorf("%s: said %q", text, said)
		}
	}
}
