// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline_test

import (
	"bytes"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/baseline"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const typeName = "paymentservice_charges"

// Without the splice, the provider's answer would have the same bytes, apart from
// the order of keys in maps.
func TestProvider_sameAnswer(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"none": 0, "one": 1, "fifteen": 15, "sixteen": 16, "many": 1234} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(n, fakeservice.SeedOptions{Ties: 3})
			usual := providerserver.NewProtocol6(baseline.NewProvider(provider.New("test")))()
			got := sorted(t, answer(t, acctest.Configured(t, server, nil).Server))
			configure(t, usual, server)
			want := sorted(t, answer(t, usual))
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes, and %d without the splice; they differ", len(got), len(want))
			}
		})
	}
}

func sorted(t *testing.T, value []byte) []byte {
	t.Helper()
	sorted, err := baseline.SortMaps(value)
	if err != nil {
		t.Fatal(err)
	}
	return sorted
}

func configure(t *testing.T, server tfprotov6.ProviderServer, service *fakeservice.Server) {
	t.Helper()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	config := object(t, schemas.Provider, map[string]string{
		"base_url": service.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken,
	})
	resp, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatalf("error %v, diagnostics %+v", err, resp.Diagnostics[0])
	}
}

// answer reads all charges of the store and returns the MessagePack of the answer.
func answer(t *testing.T, server tfprotov6.ProviderServer) []byte {
	t.Helper()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	config := object(t, schemas.DataSourceSchemas[typeName], map[string]string{"store_id": fakeservice.DefaultStoreID})
	resp, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatalf("error %v, diagnostics %+v", err, resp.Diagnostics[0])
	}
	return resp.State.MsgPack
}

func object(t *testing.T, schema *tfprotov6.Schema, values map[string]string) *tfprotov6.DynamicValue {
	t.Helper()
	typ, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		t.Fatal("a schema is no object")
	}
	members := map[string]tftypes.Value{}
	for name, attribute := range typ.AttributeTypes {
		members[name] = tftypes.NewValue(attribute, nil)
		if value, ok := values[name]; ok {
			members[name] = tftypes.NewValue(attribute, value)
		}
	}
	value, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	if err != nil {
		t.Fatal(err)
	}
	return &value
}
