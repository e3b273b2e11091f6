// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline_test

import (
	"bytes"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/baseline"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Without the splice, the provider's answer would have the same bytes, apart from
// the order of keys in maps.
func TestProvider_sameAnswer(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"none": 0, "one": 1, "fifteen": 15, "sixteen": 16, "many": 1234} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(n, fakeservice.SeedOptions{Ties: 3})
			p := acctest.Configured(t, server, nil)
			got := answer(t, p)
			p.Server = providerserver.NewProtocol6(baseline.NewProvider(provider.New("test")))()
			p.NextRun(t)
			want := answer(t, p)
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes, and %d without the splice; they differ", len(got), len(want))
			}
		})
	}
}

// answer returns the MessagePack of all charges of the store, with sorted keys.
func answer(t *testing.T, p *acctest.Protocol) []byte {
	t.Helper()
	state, diags := p.ReadEncoded(t.Context(), "paymentservice_charges", acctest.Values{"store_id": fakeservice.DefaultStoreID})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	sorted, err := baseline.SortMaps(state.MsgPack)
	if err != nil {
		t.Fatal(err)
	}
	return sorted
}
