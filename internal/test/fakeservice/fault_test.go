// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// If any other fault did nothing, a test of the client would fail. None would fail
// if a redirection lost its address, because the client never follows one.
func TestRedirect(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.Inject(fakeservice.Redirect(http.StatusTemporaryRedirect, "https://example.com/"))
	c := serve(t, s)
	if got := c.get(t, "/charges"); got.status != http.StatusTemporaryRedirect || got.header.Get("Location") != "https://example.com/" {
		t.Errorf("status %d, header %v", got.status, got.header)
	}
}
