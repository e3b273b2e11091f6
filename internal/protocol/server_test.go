// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"context"
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
	wrapped, ok := protocol.Wrap(func() tfprotov6.ProviderServer { return inner }, nil)().(protocol.Server)
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

// refusing generates no configuration.
type refusing struct{ full }

func (refusing) GenerateResourceConfig(context.Context, *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return &tfprotov6.GenerateResourceConfigResponse{Diagnostics: []*tfprotov6.Diagnostic{{Summary: "S"}}}, nil
}

// If the framework cannot generate a configuration, its error is passed on.
func TestWrap_generatesNothing(t *testing.T) {
	t.Parallel()

	resp, err := wrap(t, refusing{}).GenerateResourceConfig(t.Context(), &tfprotov6.GenerateResourceConfigRequest{})
	if err != nil || len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary != "S" {
		t.Errorf("answer %+v, error %v, want what the framework said", resp, err)
	}
}
