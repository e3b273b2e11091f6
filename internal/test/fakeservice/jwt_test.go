// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestDefaultAppToken(t *testing.T) {
	t.Parallel()
	want := fakeservice.AppToken(map[string]any{
		"merchant_id": fakeservice.DefaultMerchantID, "store_id": fakeservice.DefaultStoreID, "mode": "test",
	})
	if fakeservice.DefaultAppToken != want {
		t.Errorf("the default application token is %s, want %s", fakeservice.DefaultAppToken, want)
	}
}
