// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// full has every service of the protocol. All methods panic: the interfaces are nil.
type full struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// wrap returns the server around inner, with all of its services.
func wrap(t *testing.T, inner tfprotov6.ProviderServer) protocol.Server {
	t.Helper()
	wrapped, ok := protocol.Wrap(func() tfprotov6.ProviderServer { return inner })().(protocol.Server)
	if !ok {
		t.Fatal("the server lacks services of the protocol")
	}
	return wrapped
}

// The plugin server finds optional services by type assertion. If the wrapper lacked
// a method, the provider would lose a service.
func TestWrap_hasEveryMethod(t *testing.T) {
	t.Parallel()

	inner := providerserver.NewProtocol6(provider.New("test"))()
	wrapped := reflect.TypeOf(wrap(t, inner))
	for i := range reflect.TypeOf(inner).NumMethod() {
		name := reflect.TypeOf(inner).Method(i).Name
		if _, ok := wrapped.MethodByName(name); !ok {
			t.Errorf("the wrapper has no method %s", name)
		}
	}
}
