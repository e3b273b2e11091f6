// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"context"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// thing is the schema of a resource with each kind of attribute, and a block.
var thing = &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{
	Attributes: []*tfprotov6.SchemaAttribute{
		{Name: "id", Type: tftypes.String, Computed: true},
		{Name: "name", Type: tftypes.String, Optional: true},
		{Name: "size", Type: tftypes.String, Optional: true, Computed: true},
		{Name: "token", Type: tftypes.String, Optional: true, WriteOnly: true},
	},
	BlockTypes: []*tfprotov6.SchemaNestedBlock{{
		TypeName: "timeouts",
		Nesting:  tfprotov6.SchemaNestedBlockNestingModeSingle,
		Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
			{Name: "read", Type: tftypes.String, Optional: true},
		}},
	}},
}}

// stub is a provider that answers as a test says. It imports the state of the test.
type stub struct {
	tfprotov6.ProviderServer

	t        *testing.T
	state    acctest.Values // what an import, and each read, gives
	plans    func(proposed acctest.Values) acctest.Values
	replaces bool
	applies  func(planned acctest.Values) acctest.Values

	calls    []string         // the calls in their order
	proposed []acctest.Values // the proposed states that it got
	configs  []acctest.Values // the configurations that plans and applies got
}

func (s *stub) encode(v acctest.Values) *tfprotov6.DynamicValue {
	s.t.Helper()
	if v != nil {
		return acctest.Encode(s.t, thing, v)
	}
	none, err := tfprotov6.NewDynamicValue(thing.ValueType(), tftypes.NewValue(thing.ValueType(), nil))
	if err != nil {
		s.t.Fatal(err)
	}
	return &none
}

func (s *stub) decode(v *tfprotov6.DynamicValue) acctest.Values { return acctest.Decode(thing, v) }

// ValidateResourceConfig implements [tfprotov6.ProviderServer].
func (s *stub) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	s.calls = append(s.calls, "validate")
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

// ReadResource implements [tfprotov6.ProviderServer].
func (s *stub) ReadResource(
	_ context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	s.calls = append(s.calls, "read")
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}, nil
}

// PlanResourceChange implements [tfprotov6.ProviderServer].
func (s *stub) PlanResourceChange(
	_ context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	s.calls = append(s.calls, "plan")
	s.configs = append(s.configs, s.decode(req.Config))
	proposed := s.decode(req.ProposedNewState)
	s.proposed = append(s.proposed, proposed)

	resp := &tfprotov6.PlanResourceChangeResponse{PlannedState: s.encode(s.plans(proposed))}
	if s.replaces {
		resp.RequiresReplace = []*tftypes.AttributePath{tftypes.NewAttributePath().WithAttributeName("name")}
	}
	return resp, nil
}

// ApplyResourceChange implements [tfprotov6.ProviderServer].
func (s *stub) ApplyResourceChange(
	_ context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	planned := s.decode(req.PlannedState)
	s.configs = append(s.configs, s.decode(req.Config))
	if planned == nil {
		s.calls = append(s.calls, "delete")
		return &tfprotov6.ApplyResourceChangeResponse{NewState: s.encode(s.applies(nil)), Private: []byte("left")}, nil
	}
	s.calls = append(s.calls, "apply")
	return &tfprotov6.ApplyResourceChangeResponse{NewState: s.encode(s.applies(planned)), Private: []byte("kept")}, nil
}

// ImportResourceState implements [tfprotov6.ProviderServer].
func (s *stub) ImportResourceState(
	context.Context, *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	one := &tfprotov6.ImportedResource{TypeName: "thing", State: s.encode(s.state)}
	return &tfprotov6.ImportResourceStateResponse{ImportedResources: []*tfprotov6.ImportedResource{one}}, nil
}

// asProposed plans and applies what the CLI proposes.
func asProposed(proposed acctest.Values) acctest.Values { return proposed }

// with returns values with other ones. A nil takes one out.
func with(values, more acctest.Values) acctest.Values {
	all := maps.Clone(values)
	maps.Copy(all, more)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

// resource returns a resource of the stub, which is imported if the stub has a state.
func (s *stub) resource(t *testing.T) *acctest.Resource {
	t.Helper()
	s.t = t
	p := &acctest.Protocol{
		Server: s,
		Schemas: &tfprotov6.GetProviderSchemaResponse{
			ResourceSchemas: map[string]*tfprotov6.Schema{"thing": thing},
		},
	}
	r := p.NewResource("thing")
	if s.state != nil {
		if diags := r.Import(t.Context(), "any"); len(diags) > 0 {
			t.Fatal(diags)
		}
	}
	s.calls = nil
	return r
}
