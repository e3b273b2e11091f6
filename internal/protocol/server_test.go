// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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

// running has an action that runs until it is interrupted.
type running struct {
	full

	interrupt chan struct{}
}

func (r *running) InvokeAction(context.Context, *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(send func(tfprotov6.InvokeActionEvent) bool) {
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "waiting"}})
		<-r.interrupt
		time.Sleep(time.Second) // of the bubble
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{}})
	}}, nil
}

func (r *running) OpenEphemeralResource(ctx context.Context, _ *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{}, ctx.Err()
}

func (r *running) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	close(r.interrupt)
	return &tfprotov6.StopProviderResponse{}, nil
}

func (r *running) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

// Progress arrives at once. The result of an interrupted action arrives before the end of
// StopProvider, after which the plugin server would drop it.
func TestWrap_interruptedAction(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := wrap(t, &running{interrupt: make(chan struct{})})
		stream, err := server.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var events atomic.Int32
		go stream.Events(func(tfprotov6.InvokeActionEvent) bool { events.Add(1); return true })
		if synctest.Wait(); events.Load() != 1 {
			t.Errorf("%d events arrived, want the progress", events.Load())
		}
		if _, err := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil || events.Load() != 2 {
			t.Errorf("%d events had arrived at the end, want 2; error %v", events.Load(), err)
		}
	})
}

// After an interrupt, what a CLI still opens fails. A new run, which may have the same
// process, begins with a new configuration.
func TestWrap_openAfterInterrupt(t *testing.T) {
	t.Parallel()
	server := wrap(t, &running{interrupt: make(chan struct{})})
	open := func() error {
		_, err := server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{})
		return err
	}
	before := open()
	_, stopErr := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
	interrupted := open()
	_, configureErr := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{})
	if after := open(); before != nil || !errors.Is(interrupted, context.Canceled) || after != nil || stopErr != nil || configureErr != nil {
		t.Errorf("before: %v; interrupted: %v; after: %v; errors %v and %v", before, interrupted, after, stopErr, configureErr)
	}
}
