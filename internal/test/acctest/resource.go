// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Resource is one managed resource as a CLI keeps it: its state, its private
// state and its identity.
type Resource struct {
	p        *Protocol
	typeName string
	schema   *tfprotov6.Schema
	state    tftypes.Value

	// Private is what the provider keeps of the resource. It does not come with a tainted one.
	Private []byte
	// IdentityData is nil if the CLI knows no identities.
	IdentityData *tfprotov6.ResourceIdentityData
	// IgnoreChanges names the arguments in the ignore_changes of a lifecycle.
	IgnoreChanges []string
}

// NewResource returns a resource that does not exist yet.
func (p *Protocol) NewResource(typeName string) *Resource {
	schema := p.Schemas.ResourceSchemas[typeName]
	return &Resource{p: p, typeName: typeName, schema: schema, state: tftypes.NewValue(schema.ValueType(), nil)}
}

// Adopt returns a copy of the resource, with all that a CLI keeps of it, for the
// provider process p.
func (p *Protocol) Adopt(other *Resource) *Resource {
	adopted := *other
	adopted.p = p
	return &adopted
}

// Replaced returns the resource as a CLI plans it for a second time in a plan that replaces it:
// without its state, and with what the provider keeps of it.
func (r *Resource) Replaced() *Resource {
	replaced := r.p.NewResource(r.typeName)
	replaced.Private = r.Private
	return replaced
}

// State returns the state, nil if the resource does not exist.
func (r *Resource) State() Values {
	state, _ := decode(r.state).(Values)
	return state
}

// HasAttribute reports whether the schema has an attribute of this name.
func (r *Resource) HasAttribute(name string) bool {
	return slices.ContainsFunc(r.schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool {
		return a.Name == name
	})
}

// Identity returns the resource's identity, nil if it has none.
func (r *Resource) Identity(ctx context.Context) Values {
	if r.IdentityData == nil {
		return nil
	}
	return r.p.identity(ctx, r.typeName, r.IdentityData)
}

// Plan is a planned change.
type Plan struct {
	Values   Values
	Replaces bool
	Empty    bool   // nothing changes
	Config   Values // an apply may know more of it

	response *tfprotov6.PlanResourceChangeResponse
	planned  tftypes.Value
}

// Validate checks a configuration.
func (r *Resource) Validate(ctx context.Context, config Values) Diagnostics {
	value, diags := encodeConfig(r.typeName, r.schema, config)
	if diags != nil {
		return diags
	}
	checked := must(r.p.Server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName:           r.typeName,
		Config:             value,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	}))
	return checked.Diagnostics
}

// Refresh reads the resource into its state.
func (r *Resource) Refresh(ctx context.Context) Diagnostics {
	if r.state.IsNull() {
		return nil
	}
	read := must(r.p.Server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName:        r.typeName,
		CurrentState:    dynamic(r.schema, r.state),
		Private:         r.Private,
		CurrentIdentity: r.IdentityData,
	}))
	diags := Diagnostics(read.Diagnostics)
	if diags.Errors() == "" {
		r.keep(read.NewState, read.Private, read.NewIdentity)
	}
	return diags
}

// Plan plans the change from the state to a configuration; nil destroys.
func (r *Resource) Plan(ctx context.Context, config Values) (Plan, Diagnostics) {
	configured, diags := r.encode(r.ignoring(config))
	if diags != nil {
		return Plan{}, diags
	}
	response := must(r.p.Server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName:         r.typeName,
		PriorState:       dynamic(r.schema, r.state),
		ProposedNewState: dynamic(r.schema, propose(r.schema, configured, r.state)),
		Config:           dynamic(r.schema, configured),
		PriorPrivate:     r.Private,
		PriorIdentity:    r.IdentityData,
	}))
	diags = response.Diagnostics
	if diags.Errors() != "" {
		return Plan{}, diags
	}

	planned := must(response.PlannedState.Unmarshal(r.schema.ValueType()))
	if objections := checkPlan(r.schema, configured, r.state, planned); objections != nil {
		return Plan{}, append(diags, objections...)
	}
	values, _ := decode(planned).(Values)
	return Plan{
		Values:   values,
		Replaces: len(response.RequiresReplace) > 0 && !r.state.IsNull() && config != nil,
		Empty:    planned.Equal(r.state),
		Config:   config,
		response: response,
		planned:  planned,
	}, diags
}

// PlanChange plans as a CLI does: if the plan replaces the resource, or forced says that the CLI
// replaces it (-replace), it plans for a second time, without the state. The result is what comes then.
func (r *Resource) PlanChange(ctx context.Context, config Values, forced bool) (Plan, Diagnostics) {
	plan, diags := r.Plan(ctx, config)
	if diags.Errors() != "" || !plan.Replaces && !forced {
		return plan, diags
	}

	replaced := r.p.NewResource(r.typeName)
	replaced.Private = plan.response.PlannedPrivate
	next, more := replaced.Plan(ctx, config)
	next.Replaces = true
	return next, append(diags, more...)
}

// Destruction returns the first half of a replacement, which a CLI does not plan by itself: the old
// resource is destroyed with what was planned to be kept of the new one.
func (r *Resource) Destruction(replacement Plan) Plan {
	nothing := tftypes.NewValue(r.schema.ValueType(), nil)
	return Plan{
		planned: nothing,
		response: &tfprotov6.PlanResourceChangeResponse{
			PlannedState:   dynamic(r.schema, nothing),
			PlannedPrivate: replacement.response.PlannedPrivate,
		},
	}
}

// ignoring returns the configuration that a CLI plans with: ignored arguments have
// the values of the state. An apply gets the configuration as it is written.
func (r *Resource) ignoring(config Values) Values {
	state := r.State()
	if state == nil || config == nil {
		return config
	}
	config = maps.Clone(config)
	for _, name := range r.IgnoreChanges {
		config[name] = state[name]
	}
	return config
}

// Apply refreshes, plans and applies a configuration; nil destroys. It replaces
// the resource if the plan says so.
func (r *Resource) Apply(ctx context.Context, config Values) Diagnostics {
	if config != nil {
		if diags := r.Validate(ctx, config); diags.Errors() != "" {
			return diags
		}
	}
	all := r.Refresh(ctx)
	if all.Errors() != "" {
		return all
	}

	plan, diags := r.Plan(ctx, config)
	all = append(all, diags...)
	if all.Errors() != "" || plan.Empty {
		return all
	}
	if plan.Replaces {
		all = append(all, r.Apply(ctx, nil)...)
		if all.Errors() != "" {
			return all
		}
		plan, diags = r.Plan(ctx, config)
		all = append(all, diags...)
		if all.Errors() != "" {
			return all
		}
	}
	return append(all, r.ApplyPlan(ctx, plan)...)
}

// ApplyPlan applies a plan. As a CLI does, it first validates and plans again, possibly by
// another provider process than before, and compares.
func (r *Resource) ApplyPlan(ctx context.Context, plan Plan) Diagnostics {
	if plan.Config != nil {
		if diags := r.Validate(ctx, plan.Config); diags.Errors() != "" {
			return diags
		}
		final, diags := r.Plan(ctx, plan.Config)
		if diags.Errors() != "" {
			return diags
		}
		if objections := checkKept("inconsistent final plan", plan.planned, final.planned); objections != nil {
			return objections
		}
		plan = final
	}

	configured, diags := r.encode(plan.Config)
	if diags != nil {
		return diags
	}
	applied := must(r.p.Server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName:        r.typeName,
		PriorState:      dynamic(r.schema, r.state),
		PlannedState:    plan.response.PlannedState,
		Config:          dynamic(r.schema, configured),
		PlannedPrivate:  plan.response.PlannedPrivate,
		PlannedIdentity: plan.response.PlannedIdentity,
	}))
	if applied.NewState != nil {
		r.keep(applied.NewState, applied.Private, applied.NewIdentity)
	}
	diags = applied.Diagnostics
	if diags.Errors() == "" {
		diags = append(diags, checkKept("inconsistent result", plan.planned, r.state)...)
		diags = append(diags, checkKnown(r.state)...)
	}
	return diags
}

// Import imports the resource by id and reads it. If that fails, nothing is imported.
func (r *Resource) Import(ctx context.Context, id string) Diagnostics {
	return r.importBy(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, ID: id})
}

// ImportListed is Import by the identity of a listed resource.
func (r *Resource) ImportListed(ctx context.Context, listed Listed) Diagnostics {
	return r.importBy(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, Identity: listed.identity})
}

func (r *Resource) importBy(ctx context.Context, request *tfprotov6.ImportResourceStateRequest) Diagnostics {
	imported := must(r.p.Server.ImportResourceState(ctx, request))
	diags := Diagnostics(imported.Diagnostics)
	if diags.Errors() != "" {
		return diags
	}

	one := imported.ImportedResources[0]
	r.keep(one.State, one.Private, one.Identity)
	diags = append(diags, r.Refresh(ctx)...)
	if diags.Errors() != "" {
		*r = *r.p.NewResource(r.typeName)
	}
	return diags
}

// keep keeps what the provider has answered. Of a resource that is gone, nothing stays.
func (r *Resource) keep(state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) {
	r.state = must(state.Unmarshal(r.schema.ValueType()))
	r.Private = private
	r.IdentityData = identity
	if r.state.IsNull() {
		r.Private = nil
		r.IdentityData = nil
	}
}

// encode encodes a configuration; nil is that of a resource which is to be destroyed.
func (r *Resource) encode(config Values) (tftypes.Value, Diagnostics) {
	if config == nil {
		return tftypes.NewValue(r.schema.ValueType(), nil), nil
	}
	value, diags := encodeConfig(r.typeName, r.schema, config)
	if diags != nil {
		return tftypes.Value{}, diags
	}
	return must(value.Unmarshal(r.schema.ValueType())), nil
}
