// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The tests of the client would fail without any other fault. They would pass
// without the address of a redirection, because the client never follows it.
func TestRedirect(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.Inject(fakeservice.Redirect(http.StatusTemporaryRedirect, "https://example.com/"))
	c := serve(t, s)
	if got := c.get(t, "/charges"); got.status != http.StatusTemporaryRedirect || got.header.Get("Location") != "https://example.com/" {
		t.Errorf("status %d, header %v", got.status, got.header)
	}
}
