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

// wrap returns the server around inner, with all of its services.
func wrap(t *testing.T, inner tfprotov6.ProviderServer) protocol.Server {
	t.Helper()
	wrapped, ok := protocol.Wrap(inner).(protocol.Server)
	if !ok {
		t.Fatal("the server lacks services of the protocol")
	}
	return wrapped
}

// The plugin server finds optional services by type assertion: none may be missing.
func TestWrap_hasEveryMethod(t *testing.T) {
	t.Parallel()
	inner := providerserver.NewProtocol6(nil)()
	wrapped := reflect.TypeOf(wrap(t, inner))
	for method := range reflect.TypeOf(inner).Methods() {
		if _, ok := wrapped.MethodByName(method.Name); !ok {
			t.Errorf("the wrapper has no method %s", method.Name)
		}
	}
}

// interruptible knows nothing of its calls when an interrupt comes. Its action needs a second to end.
type interruptible struct {
	protocol.Server

	ended *atomic.Int32 // openings whose context has ended
}

func (interruptible) InvokeAction(
	ctx context.Context, _ *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(send func(tfprotov6.InvokeActionEvent) bool) {
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "waiting"}})
		<-ctx.Done()
		time.Sleep(time.Second) // of the bubble
		send(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{}})
	}}, nil
}

func (i interruptible) OpenEphemeralResource(
	ctx context.Context, _ *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	context.AfterFunc(ctx, func() { i.ended.Add(1) })
	return &tfprotov6.OpenEphemeralResourceResponse{}, ctx.Err()
}

func (interruptible) StopProvider(
	context.Context, *tfprotov6.StopProviderRequest,
) (*tfprotov6.StopProviderResponse, error) {
	return nil, nil
}

func (interruptible) ConfigureProvider(
	context.Context, *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return nil, nil
}

// Progress arrives at once. The result of an interrupted action arrives before StopProvider
// returns. What a CLI still starts fails, until the provider is configured again.
func TestWrap_interrupt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var events, ended atomic.Int32
		server := wrap(t, interruptible{ended: &ended})
		invoke := func() {
			stream, _ := server.InvokeAction(t.Context(), nil)
			stream.Events(func(tfprotov6.InvokeActionEvent) bool {
				events.Add(1)
				return true
			})
		}
		open := func() error {
			_, err := server.OpenEphemeralResource(t.Context(), nil)
			return err
		}

		go invoke()
		synctest.Wait()
		if n := events.Load(); n != 1 {
			t.Errorf("while the action waits, %d events have arrived, want 1", n)
		}
		if err := open(); err != nil {
			t.Errorf("opening before the interrupt: %v", err)
		}

		_, _ = server.StopProvider(t.Context(), nil)
		if n := events.Load(); n != 2 {
			t.Errorf("once the provider has stopped, %d events have arrived, want 2", n)
		}
		invoke() // which would not return if nothing ended it
		if err := open(); !errors.Is(err, context.Canceled) {
			t.Errorf("opening after the interrupt: error %v", err)
		}

		_, _ = server.ConfigureProvider(t.Context(), nil)
		if err := open(); err != nil {
			t.Errorf("opening in the next run: %v", err)
		}
		synctest.Wait()
		if n := ended.Load(); n != 3 {
			t.Errorf("the contexts of %d openings have ended, want 3", n)
		}
	})
}
