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

// witness notes what passes through a provider's server: each operation, as in "read
// data paymentservice_charges", with the configurations that it was given.
type witness struct {
	protocol.Server
	schemas *tfprotov6.GetProviderSchemaResponse
	seen    map[string][]acctest.Values
}

// witnessed puts a witness around the server of w.
func witnessed(t *testing.T, w *harness, seen map[string][]acctest.Values) {
	t.Helper()
	server, ok := w.protocol.Server.(protocol.Server)
	if !ok {
		t.Fatalf("%T does not implement the whole protocol", w.protocol.Server)
	}
	w.protocol.Server = &witness{server, w.protocol.Schemas, seen}
}

func (w *witness) note(operation string, schema *tfprotov6.Schema, config *tfprotov6.DynamicValue) {
	var values acctest.Values
	if schema != nil {
		values = acctest.Decode(schema, config)
	}
	w.seen[operation] = append(w.seen[operation], values)
}

func (w *witness) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	w.note("read data "+req.TypeName, w.schemas.DataSourceSchemas[req.TypeName], req.Config)
	return w.Server.ReadDataSource(ctx, req)
}

func (w *witness) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	w.note("open ephemeral "+req.TypeName, w.schemas.EphemeralResourceSchemas[req.TypeName], req.Config)
	return w.Server.OpenEphemeralResource(ctx, req)
}

func (w *witness) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	w.note("invoke action "+req.ActionType, nil, nil)
	return w.Server.InvokeAction(ctx, req)
}

func (w *witness) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	w.note("list resource "+req.TypeName, nil, nil)
	return w.Server.ListResource(ctx, req)
}

func (w *witness) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	verb := "update"
	if null, err := req.PriorState.IsNull(); err == nil && null {
		verb = "create"
	}
	w.note(verb+" resource "+req.TypeName, w.schemas.ResourceSchemas[req.TypeName], req.Config)
	return w.Server.ApplyResourceChange(ctx, req)
}

// registered returns every operation of the objects that the provider registers, with
// the sensitive arguments that it takes. What is created is also read and imported.
func registered(schemas *tfprotov6.GetProviderSchemaResponse) map[string][]string {
	all := map[string][]string{}
	for name, schema := range schemas.ResourceSchemas {
		for _, verb := range []string{"create", "update"} {
			all[verb+" resource "+name] = sensitive(schema.Block, "")
		}
	}
	for name, schema := range schemas.DataSourceSchemas {
		all["read data "+name] = sensitive(schema.Block, "")
	}
	for name, schema := range schemas.EphemeralResourceSchemas {
		all["open ephemeral "+name] = sensitive(schema.Block, "")
	}
	for name := range schemas.ActionSchemas {
		all["invoke action "+name] = nil
	}
	for name := range schemas.ListResourceSchemas {
		all["list resource "+name] = nil
	}
	for name := range schemas.Functions {
		all["call function "+name] = nil
	}
	return all
}

// sensitive returns the sensitive arguments of a block, those of nested blocks and
// objects included.
func sensitive(block *tfprotov6.SchemaBlock, prefix string) []string {
	var paths []string
	var walk func([]*tfprotov6.SchemaAttribute, string)
	walk = func(attributes []*tfprotov6.SchemaAttribute, prefix string) {
		for _, a := range attributes {
			switch {
			case !a.Optional && !a.Required:
			case a.Sensitive:
				paths = append(paths, prefix+a.Name)
			case a.NestedType != nil:
				walk(a.NestedType.Attributes, prefix+a.Name+".")
			}
		}
	}
	walk(block.Attributes, prefix)
	for _, inner := range block.BlockTypes {
		paths = append(paths, sensitive(inner.Block, prefix+inner.TypeName+".")...)
	}
	return paths
}

// notSearched are sensitive arguments whose values are too short to be searched for.
var notSearched = []string{"card.exp_month", "card.exp_year"}

// TestOperations_areAllThatIsRegistered: an operation that is missing would pass every
// test that runs over them. In one of each kind, each sensitive argument is a secret.
func TestOperations_areAllThatIsRegistered(t *testing.T) {
	t.Parallel()
	seen := map[string][]acctest.Values{}
	for doing, o := range operations {
		synctest.Test(t, func(t *testing.T) {
			w := newHarness(t, nil)
			witnessed(t, w, seen)
			if _, diags := o.do(t.Context(), w.protocol, secrets); diags.Errors() != "" {
				t.Errorf("%s: %s", doing, diags)
			}
		})
	}
	for kind, arguments := range registered(acctest.NewProtocol(t).Schemas) {
		if seen[kind] == nil {
			t.Errorf("none of the operations is to %s", kind)
		}
		for _, path := range arguments {
			if !slices.ContainsFunc(seen[kind], func(config acctest.Values) bool { return isSecret(config, path) }) {
				t.Errorf("in no operation to %s, %s is a secret", kind, path)
			}
		}
	}
}

// isSecret reports whether the argument at a path is one of the secrets, or an object
// of them.
func isSecret(config acctest.Values, path string) bool {
	var value any = map[string]any(config)
	for name := range strings.SplitSeq(path, ".") {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	switch value := value.(type) {
	case nil:
		return false
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Keys(value)), func(name string) bool { return isSecret(value, name) })
	case string:
		if slices.Contains(slices.Collect(maps.Values(secrets)), value) {
			return true
		}
	}
	return slices.Contains(notSearched, path)
}
