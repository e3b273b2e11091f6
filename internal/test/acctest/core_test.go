// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
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

// TestPlan_isChecked: a plan that the core would refuse is refused.
func TestPlan_isChecked(t *testing.T) {
	t.Parallel()
	state := acctest.Values{"id": "1", "name": "a", "size": "big"}
	for name, tc := range map[string]struct {
		state   acctest.Values
		config  acctest.Values
		planned acctest.Values
		says    string // nothing if the plan is accepted
	}{
		"as configured": {
			config:  acctest.Values{"name": "a"},
			planned: acctest.Values{"name": "a", "id": acctest.Unknown},
		},
		"another value than configured": {
			config:  acctest.Values{"name": "a"},
			planned: acctest.Values{"name": "b"},
			says:    "invalid plan\nname: ",
		},
		"a value that is not configured": {
			config:  acctest.Values{},
			planned: acctest.Values{"name": "b"},
			says:    "invalid plan\nname: ",
		},
		"nothing of what is configured": {
			config:  acctest.Values{"name": "a"},
			planned: acctest.Values{},
			says:    "invalid plan\nname: ",
		},
		"a computed value": {
			config:  acctest.Values{},
			planned: acctest.Values{"id": "1", "size": "small"},
		},
		"a computed value, configured otherwise": {
			config:  acctest.Values{"size": "big"},
			planned: acctest.Values{"size": "small"},
			says:    "invalid plan\nsize: ",
		},
		"the spelling of the state": {
			state:   state,
			config:  acctest.Values{"name": "A", "size": "BIG"},
			planned: state,
		},
		"the value of the state, not configured": {
			state:   state,
			config:  acctest.Values{},
			planned: state,
			says:    "invalid plan\nname: ",
		},
		"an unknown value, configured as null in the state": {
			state:   with(state, acctest.Values{"name": nil}),
			config:  acctest.Values{"name": "a"},
			planned: with(state, acctest.Values{"name": nil}),
			says:    "invalid plan\nname: ",
		},
		"a write-only value": {
			config:  acctest.Values{"token": "x"},
			planned: acctest.Values{"token": "x"},
			says:    "invalid plan\ntoken: ",
		},
		"no write-only value": {
			config:  acctest.Values{"token": "x"},
			planned: acctest.Values{},
		},
		"another block": {
			config:  acctest.Values{"timeouts": acctest.Values{"read": "5s"}},
			planned: acctest.Values{},
			says:    "invalid plan\ntimeouts: ",
		},
		"a destruction that leaves something": {
			state:   state,
			planned: state,
			says:    "invalid plan\nthe resource: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stub{state: tc.state, plans: func(acctest.Values) acctest.Values { return tc.planned }}
			_, diags := s.resource(t).Plan(t.Context(), tc.config)
			if got := diags.Errors(); !strings.Contains(got, tc.says) || (tc.says == "") != (got == "") {
				t.Errorf("it says %q, want %q", got, tc.says)
			}
		})
	}
}

// TestPlan_proposes: the provider gets the state that the core would propose.
func TestPlan_proposes(t *testing.T) {
	t.Parallel()
	state := acctest.Values{"id": "1", "name": "a", "size": "big"}
	for name, tc := range map[string]struct {
		state    acctest.Values
		config   acctest.Values
		ignoring []string
		want     acctest.Values
	}{
		"a new resource": {
			config: acctest.Values{"name": "a", "token": "x"},
			want:   acctest.Values{"id": acctest.Unknown, "name": "a", "size": acctest.Unknown},
		},
		"a new size": {
			state:  state,
			config: acctest.Values{"name": "a", "size": "small"},
			want:   acctest.Values{"id": "1", "name": "a", "size": "small"},
		},
		"nothing configured": {
			state:  state,
			config: acctest.Values{},
			want:   acctest.Values{"id": "1", "size": "big"},
		},
		"an ignored change": {
			state:    state,
			config:   acctest.Values{"name": "b"},
			ignoring: []string{"name"},
			want:     state,
		},
		"an ignored change of a new resource": {
			config:   acctest.Values{"name": "b"},
			ignoring: []string{"name"},
			want:     acctest.Values{"id": acctest.Unknown, "name": "b", "size": acctest.Unknown},
		},
		"a destruction": {
			state: state,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stub{state: tc.state, plans: asProposed}
			r := s.resource(t)
			r.IgnoreChanges = tc.ignoring
			_, diags := r.Plan(t.Context(), tc.config)
			if len(diags) > 0 || !reflect.DeepEqual(s.proposed, []acctest.Values{tc.want}) {
				t.Errorf("it proposes %v, want %v, and says %s", s.proposed, tc.want, diags)
			}
		})
	}
}

// TestApplyPlan_isChecked: an apply that the core would refuse is refused.
func TestApplyPlan_isChecked(t *testing.T) {
	t.Parallel()
	state := acctest.Values{"id": "1", "name": "a", "size": "big"}
	planned := acctest.Values{"id": acctest.Unknown, "name": "a", "size": "big"}
	for name, tc := range map[string]struct {
		destroys bool
		final    acctest.Values // what the plan in the apply gives
		result   acctest.Values
		says     string // nothing if it is accepted
	}{
		"as planned": {
			final:  planned,
			result: state,
		},
		"a final plan that knows more": {
			final:  state,
			result: state,
		},
		"another result than the final plan": {
			final:  state,
			result: with(state, acctest.Values{"id": "2"}),
			says:   "inconsistent result\nid: ",
		},
		"a final plan with another value": {
			final:  with(planned, acctest.Values{"size": "small"}),
			result: state,
			says:   "inconsistent final plan\nsize: ",
		},
		"a final plan that knows less": {
			final:  with(planned, acctest.Values{"size": acctest.Unknown}),
			result: state,
			says:   "inconsistent final plan\nsize: ",
		},
		"another result": {
			final:  planned,
			result: with(state, acctest.Values{"size": "small"}),
			says:   "inconsistent result\nsize: ",
		},
		"a result that is not known": {
			final:  planned,
			result: planned,
			says:   "invalid result object after apply\nid is not known",
		},
		"no result": {
			final: planned,
			says:  "inconsistent result\nthe resource: ",
		},
		"destroyed": {
			destroys: true,
		},
		"not destroyed": {
			destroys: true,
			result:   state,
			says:     "inconsistent result\nthe resource: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stub{
				plans:   func(acctest.Values) acctest.Values { return planned },
				applies: func(acctest.Values) acctest.Values { return tc.result },
			}
			config := acctest.Values{"name": "a"}
			if tc.destroys {
				s.state = state
				s.plans = asProposed
				config = nil
			}
			r := s.resource(t)
			plan, diags := r.Plan(t.Context(), config)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			if !tc.destroys {
				s.plans = func(acctest.Values) acctest.Values { return tc.final }
			}
			got := r.ApplyPlan(t.Context(), plan).Errors()
			if !strings.Contains(got, tc.says) || (tc.says == "") != (got == "") {
				t.Errorf("it says %q, want %q", got, tc.says)
			}
		})
	}
}

// TestApply_calls: an apply makes the calls of a CLI, in its order, and keeps what comes of them.
func TestApply_calls(t *testing.T) {
	t.Parallel()
	state := acctest.Values{"id": "1", "name": "a", "size": "big"}
	for name, tc := range map[string]struct {
		state    acctest.Values
		config   acctest.Values
		replaces bool
		calls    []string
		want     acctest.Values // the state at the end
		private  string
	}{
		"created": {
			config:  acctest.Values{"name": "a"},
			calls:   []string{"validate", "plan", "validate", "plan", "apply"},
			want:    acctest.Values{"id": "new", "name": "a", "size": "new"},
			private: "kept",
		},
		"created, although a change replaces": {
			config:   acctest.Values{"name": "a"},
			replaces: true,
			calls:    []string{"validate", "plan", "validate", "plan", "apply"},
			want:     acctest.Values{"id": "new", "name": "a", "size": "new"},
			private:  "kept",
		},
		"unchanged": {
			state:  state,
			config: acctest.Values{"name": "a"},
			calls:  []string{"validate", "read", "plan"},
			want:   state,
		},
		"updated": {
			state:   state,
			config:  acctest.Values{"name": "b"},
			calls:   []string{"validate", "read", "plan", "validate", "plan", "apply"},
			want:    with(state, acctest.Values{"name": "b"}),
			private: "kept",
		},
		"replaced": {
			state:    state,
			config:   acctest.Values{"name": "b"},
			replaces: true,
			calls: []string{
				"validate", "read", "plan",
				"read", "plan", "delete", // of the old one
				"plan", "validate", "plan", "apply",
			},
			want:    acctest.Values{"id": "new", "name": "b", "size": "new"},
			private: "kept",
		},
		"destroyed": {
			state: state,
			calls: []string{"read", "plan", "delete"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stub{
				state:    tc.state,
				plans:    asProposed,
				replaces: tc.replaces,
				applies: func(planned acctest.Values) acctest.Values {
					if planned == nil {
						return nil
					}
					for name, value := range planned {
						if value == acctest.Unknown {
							planned[name] = "new"
						}
					}
					return planned
				},
			}
			r := s.resource(t)
			if diags := r.Apply(t.Context(), tc.config); len(diags) > 0 {
				t.Fatal(diags)
			}
			if !slices.Equal(s.calls, tc.calls) {
				t.Errorf("the calls are %q, want %q", s.calls, tc.calls)
			}
			if !reflect.DeepEqual(r.State(), tc.want) || string(r.Private) != tc.private {
				t.Errorf("the state is %v with %q, want %v", r.State(), r.Private, tc.want)
			}
		})
	}
}

// TestApply_ignoredChanges: a plan gets an ignored argument from the state, and an apply gets the
// configuration as it is written.
func TestApply_ignoredChanges(t *testing.T) {
	t.Parallel()
	s := &stub{
		state:   acctest.Values{"id": "1", "name": "a", "size": "big"},
		plans:   asProposed,
		applies: asProposed,
	}
	r := s.resource(t)
	r.IgnoreChanges = []string{"name"}
	written := acctest.Values{"name": "b", "size": "small"}
	if diags := r.Apply(t.Context(), written); len(diags) > 0 {
		t.Fatal(diags)
	}

	ignored := acctest.Values{"name": "a", "size": "small"}
	want := []acctest.Values{ignored, ignored, written} // two plans and the apply
	if !reflect.DeepEqual(s.configs, want) {
		t.Errorf("the configurations are %v, want %v", s.configs, want)
	}
}
