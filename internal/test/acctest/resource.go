// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"fmt"
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
	return slices.ContainsFunc(r.schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == name })
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
	return must(r.p.Server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: r.typeName, Config: Encode(r.schema, config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})).Diagnostics
}

// Refresh reads the resource into its state.
func (r *Resource) Refresh(ctx context.Context) Diagnostics {
	if r.state.IsNull() {
		return nil
	}
	read := must(r.p.Server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: r.typeName, CurrentState: r.dynamic(r.state), Private: r.Private, CurrentIdentity: r.IdentityData,
	}))
	diags := Diagnostics(read.Diagnostics)
	if diags.Errors() == "" {
		r.keep(read.NewState, read.Private, read.NewIdentity)
	}
	return diags
}

// Plan plans the change from the state to a configuration; nil destroys.
func (r *Resource) Plan(ctx context.Context, config Values) (Plan, Diagnostics) {
	configured := r.encode(r.ignoring(config))
	planned := must(r.p.Server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.dynamic(r.state), ProposedNewState: r.dynamic(r.propose(configured)),
		Config: r.dynamic(configured), PriorPrivate: r.Private, PriorIdentity: r.IdentityData,
	}))
	diags := Diagnostics(planned.Diagnostics)
	if diags.Errors() != "" {
		return Plan{}, diags
	}
	value := must(planned.PlannedState.Unmarshal(r.schema.ValueType()))
	if objections := r.checkPlan(configured, value); objections != nil {
		return Plan{}, append(diags, objections...)
	}
	values, _ := decode(value).(Values)
	return Plan{
		Values:   values,
		Replaces: len(planned.RequiresReplace) > 0 && !r.state.IsNull() && config != nil,
		Empty:    value.Equal(r.state),
		Config:   config, response: planned, planned: value,
	}, diags
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

// propose merges a configuration with the state as a CLI does: computed attributes
// that are not configured keep their values.
func (r *Resource) propose(config tftypes.Value) tftypes.Value {
	if config.IsNull() {
		return config
	}
	proposed, prior := maps.Clone(members(config)), members(r.state)
	for _, attribute := range r.schema.Block.Attributes {
		switch value := proposed[attribute.Name]; {
		case attribute.WriteOnly:
			proposed[attribute.Name] = tftypes.NewValue(attribute.Type, nil)
		case value.IsNull() && attribute.Computed && !r.state.IsNull():
			proposed[attribute.Name] = prior[attribute.Name]
		case value.IsNull() && attribute.Computed:
			proposed[attribute.Name] = tftypes.NewValue(attribute.Type, tftypes.UnknownValue)
		}
	}
	return tftypes.NewValue(config.Type(), proposed)
}

// Apply refreshes, plans and applies a configuration; nil destroys. It replaces
// the resource if the plan says so.
func (r *Resource) Apply(ctx context.Context, config Values) Diagnostics {
	if diags := r.Validate(ctx, config); config != nil && diags.Errors() != "" {
		return diags
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
		if all = append(all, diags...); all.Errors() != "" {
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
	applied := must(r.p.Server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.dynamic(r.state), PlannedState: plan.response.PlannedState,
		Config: r.dynamic(r.encode(plan.Config)), PlannedPrivate: plan.response.PlannedPrivate, PlannedIdentity: plan.response.PlannedIdentity,
	}))
	if applied.NewState != nil {
		r.keep(applied.NewState, applied.Private, applied.NewIdentity)
	}
	diags := Diagnostics(applied.Diagnostics)
	if diags.Errors() == "" {
		diags = append(diags, checkKept("inconsistent result", plan.planned, r.state)...)
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
	if diags = append(diags, r.Refresh(ctx)...); diags.Errors() != "" {
		*r = *r.p.NewResource(r.typeName)
	}
	return diags
}

func (r *Resource) keep(state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) {
	r.state, r.Private, r.IdentityData = must(state.Unmarshal(r.schema.ValueType())), private, identity
	if r.state.IsNull() {
		r.Private, r.IdentityData = nil, nil
	}
}

// encode encodes a configuration; nil is that of a resource which is to be destroyed.
func (r *Resource) encode(config Values) tftypes.Value {
	if config == nil {
		return tftypes.NewValue(r.schema.ValueType(), nil)
	}
	return encode(r.schema.ValueType(), config)
}

func (r *Resource) dynamic(v tftypes.Value) *tfprotov6.DynamicValue { return dynamic(r.schema, v) }

// checkPlan returns what a CLI would object to in a plan: an argument that is
// neither as configured nor as it was, unless the provider computes it.
func (r *Resource) checkPlan(config, planned tftypes.Value) (objections Diagnostics) {
	configured, before, after := members(config), members(r.state), members(planned)
	for _, attribute := range r.schema.Block.Attributes {
		want, got := configured[attribute.Name], after[attribute.Name]
		was, existed := before[attribute.Name]
		switch {
		case config.IsNull(), got.Equal(want), existed && got.Equal(was) && !was.IsNull() && !want.IsNull():
		case attribute.Computed && want.IsNull(), attribute.WriteOnly && got.IsNull():
		default:
			objections = append(objections, objection("invalid plan", attribute.Name, want, got))
		}
	}
	return objections
}

// checkKept returns what a CLI would object to after a plan: a value that is known in the plan
// and is another one later.
func checkKept(what string, planned, later tftypes.Value) (objections Diagnostics) {
	now := members(later)
	for name, promised := range members(planned) {
		if promised.IsFullyKnown() && !promised.Equal(now[name]) {
			objections = append(objections, objection(what, name, promised, now[name]))
		}
	}
	return objections
}

func objection(what, name string, want, got tftypes.Value) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "Provider produced " + what,
		Detail: fmt.Sprintf("%s: %s, not %s", name, got, want),
	}
}

// members returns the attributes of an object; none if it is null.
func members(object tftypes.Value) (all map[string]tftypes.Value) {
	if object.As(&all) != nil {
		panic("a resource is an object")
	}
	return all
}
