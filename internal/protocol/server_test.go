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

	inner := providerserver.NewProtocol6(nil)()
	wrapped := reflect.TypeOf(wrap(t, inner))
	for i := range reflect.TypeOf(inner).NumMethod() {
		name := reflect.TypeOf(inner).Method(i).Name
		if _, ok := wrapped.MethodByName(name); !ok {
			t.Errorf("the wrapper has no method %s", name)
		}
	}
}

// interruptible has calls that end when they are interrupted, and an action that needs a
// second for it.
type interruptible struct {
	full

	cancel context.CancelFunc // of the action
}

func (i *interruptible) InvokeAction(ctx context.Context, _ *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	ctx, i.cancel = context.WithCancel(ctx)
	return &tfprotov6.InvokeActionServerStream{Events: func(send func(tfprotov6.InvokeActionEvent) bool) {
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "waiting"}})
		<-ctx.Done()
		time.Sleep(time.Second) // of the bubble
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{}})
	}}, nil
}

func (i *interruptible) OpenEphemeralResource(ctx context.Context, _ *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{}, ctx.Err()
}

func (i *interruptible) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	i.cancel()
	return &tfprotov6.StopProviderResponse{}, nil
}

func (i *interruptible) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

// Progress arrives at once. The result of an interrupted action arrives before the end of
// StopProvider, after which the plugin server would drop it. What a CLI still starts fails,
// until a new run, which may have the same process, configures the provider.
func TestWrap_interrupt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inner := &interruptible{}
		server := wrap(t, inner)
		var events atomic.Int32
		invoke := func() {
			stream, err := server.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{})
			if err != nil {
				t.Error(err)
				return
			}
			stream.Events(func(tfprotov6.InvokeActionEvent) bool { events.Add(1); return true })
		}
		open := func() error {
			_, err := server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{})
			return err
		}
		go invoke()
		if synctest.Wait(); events.Load() != 1 {
			t.Errorf("%d events arrived, want the progress", events.Load())
		}
		before := open()
		_, stopErr := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
		if events.Load() != 2 {
			t.Errorf("%d events had arrived when StopProvider returned, want 2", events.Load())
		}
		invoke() // which would not return if nothing ended it
		interrupted := open()
		_, configureErr := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{})
		if after := open(); before != nil || !errors.Is(interrupted, context.Canceled) || after != nil || stopErr != nil || configureErr != nil {
			t.Errorf("before: %v; interrupted: %v; after: %v; errors %v and %v", before, interrupted, after, stopErr, configureErr)
		}
	})
}
