// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// witness notes the operations that pass through a provider's server.
type witness struct {
	protocol.Server
	seen map[string]bool
}

// operation is what the provider does with an object of one kind, as in
// "read data paymentservice_charges".
func operation(verb, kind, name string) string { return verb + " " + kind + " " + name }

func (w *witness) note(verb, kind, name string) { w.seen[operation(verb, kind, name)] = true }

func (w *witness) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	w.note("read", "data", req.TypeName)
	return w.Server.ReadDataSource(ctx, req)
}

func (w *witness) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	w.note("open", "ephemeral", req.TypeName)
	return w.Server.OpenEphemeralResource(ctx, req)
}

func (w *witness) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	w.note("invoke", "action", req.ActionType)
	return w.Server.InvokeAction(ctx, req)
}

func (w *witness) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	w.note("list", "resource", req.TypeName)
	return w.Server.ListResource(ctx, req)
}

func (w *witness) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	w.note("read", "resource", req.TypeName)
	return w.Server.ReadResource(ctx, req)
}

func (w *witness) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	w.note("import", "resource", req.TypeName)
	return w.Server.ImportResourceState(ctx, req)
}

func (w *witness) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	verb := "update"
	if null, err := req.PriorState.IsNull(); err == nil && null {
		verb = "create"
	}
	w.note(verb, "resource", req.TypeName)
	return w.Server.ApplyResourceChange(ctx, req)
}

// registered returns every operation of the objects that the provider registers.
func registered(schemas *tfprotov6.GetProviderSchemaResponse) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(schemas.ResourceSchemas)) {
		for _, verb := range []string{"create", "read", "update", "import"} { // delete makes no call
			all = append(all, operation(verb, "resource", name))
		}
	}
	for name := range schemas.DataSourceSchemas {
		all = append(all, operation("read", "data", name))
	}
	for name := range schemas.EphemeralResourceSchemas {
		all = append(all, operation("open", "ephemeral", name))
	}
	for name := range schemas.ActionSchemas {
		all = append(all, operation("invoke", "action", name))
	}
	for name := range schemas.ListResourceSchemas {
		all = append(all, operation("list", "resource", name))
	}
	for name := range schemas.Functions {
		all = append(all, operation("call", "function", name))
	}
	slices.Sort(all)
	return all
}

// TestTargets_areAllThatIsRegistered: an operation that is left out of targets
// would pass every test that runs over them.
func TestTargets_areAllThatIsRegistered(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	var all []string
	for doing, target := range targets {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, target.arguments)
			server, ok := w.protocol.Server.(protocol.Server)
			if !ok {
				t.Fatalf("%T does not implement the whole protocol", w.protocol.Server)
			}
			if target.prepare != nil {
				target.prepare(t, w)
			}
			all = registered(w.protocol.Schemas)
			w.protocol.Server = &witness{server, seen}
			if diags := target.run(t.Context(), w); diags.Errors() != "" {
				t.Errorf("%s: %s", doing, diags)
			}
		})
	}
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, all) {
		t.Errorf("operations of the targets\n  %s\noperations of the provider\n  %s", strings.Join(got, "\n  "), strings.Join(all, "\n  "))
	}
}

// TestDeeds_areAllThatHoldSecrets: the same for the objects with an argument
// that holds a secret.
func TestDeeds_areAllThatHoldSecrets(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	synctest.Test(t, func(t *testing.T) {
		for _, deed := range deeds {
			world := newWorld(t, nil)
			server, ok := world.protocol.Server.(protocol.Server)
			if !ok {
				t.Fatalf("%T does not implement the whole protocol", world.protocol.Server)
			}
			world.protocol.Server = &witness{server, seen}
			deed.do(t.Context(), world.protocol, secrets)
		}
	})
	schemas := acctest.NewProtocol(t).Schemas
	for kind, all := range map[string]map[string]*tfprotov6.Schema{
		"read data": schemas.DataSourceSchemas, "open ephemeral": schemas.EphemeralResourceSchemas, "create resource": schemas.ResourceSchemas,
	} {
		for name, schema := range all {
			sensitive := slices.ContainsFunc(schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Sensitive })
			if sensitive && !seen[kind+" "+name] {
				t.Errorf("no deed covers %s %s", kind, name)
			}
		}
	}
}
