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
	private  []byte
	identity *tfprotov6.ResourceIdentityData
	// WriteOnly means that the CLI has write-only arguments.
	WriteOnly bool
	// IgnoreChanges names the arguments in the ignore_changes of a lifecycle.
	IgnoreChanges []string
}

// NewResource returns a resource that does not exist yet.
func (p *Protocol) NewResource(typeName string) *Resource {
	schema := p.Schemas.ResourceSchemas[typeName]
	return &Resource{p: p, typeName: typeName, schema: schema, state: tftypes.NewValue(schema.ValueType(), nil), WriteOnly: true}
}

// Adopt returns a copy of the resource, with all that a CLI keeps of it, for the
// provider process p.
func (p *Protocol) Adopt(other *Resource) *Resource {
	adopted := *other
	adopted.p = p
	return &adopted
}

// State returns the state, nil if the resource does not exist.
func (r *Resource) State() Values {
	if r.state.IsNull() {
		return nil
	}
	object, _ := decode(r.state).(map[string]any)
	return object
}

// HasAttribute reports whether the schema has an attribute of this name.
func (r *Resource) HasAttribute(name string) bool {
	return slices.ContainsFunc(r.schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == name })
}

// ForgetIdentity drops the identity, as a CLI does that does not know identities.
func (r *Resource) ForgetIdentity() { r.identity = nil }

// Identity returns the resource's identity, nil if it has none.
func (r *Resource) Identity(ctx context.Context) Values {
	if r.identity == nil {
		return nil
	}
	return r.p.identityValues(ctx, r.typeName, r.identity)
}

// Plan is a planned change.
type Plan struct {
	Values   Values
	Replaces bool
	// Empty means that nothing changes.
	Empty bool

	planned *tfprotov6.PlanResourceChangeResponse
	config  Values
}

// Validate checks a configuration.
func (r *Resource) Validate(ctx context.Context, config Values) Diagnostics {
	checked, err := r.p.Server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: r.typeName, Config: dynamic(r.schema, config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: r.WriteOnly},
	})
	return diagnostics(checked.Diagnostics, err)
}

// Refresh reads the resource into its state.
func (r *Resource) Refresh(ctx context.Context) Diagnostics {
	if r.state.IsNull() {
		return nil
	}
	read, err := r.p.Server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: r.typeName, CurrentState: r.dynamic(r.state), Private: r.private, CurrentIdentity: r.identity,
	})
	diags := diagnostics(read.Diagnostics, err)
	if diags.Errors() == "" {
		r.keep(read.NewState, read.Private, read.NewIdentity)
	}
	return diags
}

// Plan plans the change from the state to a configuration; nil destroys.
func (r *Resource) Plan(ctx context.Context, config Values) (Plan, Diagnostics) {
	typ := r.schema.ValueType()
	configured := tftypes.NewValue(typ, nil)
	proposed := configured
	if config != nil {
		configured = encode(typ, map[string]any(r.ignoring(config)))
		proposed = r.propose(configured)
	}
	planned, err := r.p.Server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.dynamic(r.state), ProposedNewState: r.dynamic(proposed),
		Config: r.dynamic(configured), PriorPrivate: r.private, PriorIdentity: r.identity,
	})
	diags := diagnostics(planned.Diagnostics, err)
	if diags.Errors() != "" {
		return Plan{}, diags
	}
	value := must(planned.PlannedState.Unmarshal(typ))
	if wrong := r.checkPlan(configured, r.state, value); wrong != nil {
		return Plan{}, append(diags, wrong...)
	}
	plan := Plan{
		Replaces: len(planned.RequiresReplace) > 0 && !r.state.IsNull() && config != nil,
		Empty:    value.Equal(r.state),
		planned:  planned, config: config,
	}
	plan.Values, _ = decode(value).(map[string]any)
	return plan, diags
}

// ignoring returns the configuration that a CLI plans with: ignored arguments have
// the values of the state. An apply gets the configuration as it is written.
func (r *Resource) ignoring(config Values) Values {
	state := r.State()
	if state == nil {
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
	if diags := r.Validate(ctx, config); config != nil && diags.Errors() != "" {
		return diags
	}
	all := r.Refresh(ctx)
	if all.Errors() != "" {
		return all
	}
	plan, diags := r.Plan(ctx, config)
	all = append(all, diags...)
	if diags.Errors() != "" || plan.Empty {
		return all
	}
	if plan.Replaces {
		all = append(all, r.Apply(ctx, nil)...)
		if all.Errors() != "" {
			return all
		}
		plan, diags = r.Plan(ctx, config)
		all = append(all, diags...)
	}
	if all.Errors() != "" {
		return all
	}
	return append(all, r.ApplyPlan(ctx, plan)...)
}

// ApplyPlan applies a plan. As a CLI does, it first validates and plans again, possibly by
// another provider process than before, and compares.
func (r *Resource) ApplyPlan(ctx context.Context, plan Plan) Diagnostics {
	config := tftypes.NewValue(r.schema.ValueType(), nil)
	if plan.config != nil {
		config = encode(r.schema.ValueType(), map[string]any(plan.config))
		if diags := r.Validate(ctx, plan.config); diags.Errors() != "" {
			return diags
		}
		final, diags := r.Plan(ctx, plan.config)
		if diags.Errors() != "" {
			return diags
		}
		if wrong := r.checkFinal(plan, final); wrong != nil {
			return wrong
		}
		plan = final
	}
	applied, err := r.p.Server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.dynamic(r.state), PlannedState: plan.planned.PlannedState,
		Config: r.dynamic(config), PlannedPrivate: plan.planned.PlannedPrivate, PlannedIdentity: plan.planned.PlannedIdentity,
	})
	diags := diagnostics(applied.Diagnostics, err)
	if applied != nil && applied.NewState != nil {
		r.keep(applied.NewState, applied.Private, applied.NewIdentity)
	}
	if diags.Errors() == "" {
		diags = append(diags, r.checkResult(must(plan.planned.PlannedState.Unmarshal(r.schema.ValueType())), r.state)...)
	}
	return diags
}

// ApplyKnown applies a plan for a configuration of which more is known than in the
// plan.
func (r *Resource) ApplyKnown(ctx context.Context, plan Plan, config Values) Diagnostics {
	plan.config = config
	return r.ApplyPlan(ctx, plan)
}

// Taint does to the resource what a CLI does to a tainted one: what its provider kept
// of it does not come to the deletion.
func (r *Resource) Taint() { r.private, r.identity = nil, nil }

// Import imports the resource by id and reads it. If that fails, nothing is imported.
func (r *Resource) Import(ctx context.Context, id string) Diagnostics {
	imported, err := r.p.Server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, ID: id})
	diags := diagnostics(imported.Diagnostics, err)
	if diags.Errors() != "" {
		return diags
	}
	one := imported.ImportedResources[0]
	r.keep(one.State, one.Private, one.Identity)
	if diags = append(diags, r.Refresh(ctx)...); diags.Errors() != "" {
		*r = Resource{p: r.p, typeName: r.typeName, schema: r.schema, state: tftypes.NewValue(r.schema.ValueType(), nil), WriteOnly: r.WriteOnly}
	}
	return diags
}

func (r *Resource) keep(state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) {
	r.state = must(state.Unmarshal(r.schema.ValueType()))
	r.private, r.identity = private, identity
	if r.state.IsNull() {
		r.private, r.identity = nil, nil
	}
}

func (r *Resource) dynamic(v tftypes.Value) *tfprotov6.DynamicValue {
	value := must(tfprotov6.NewDynamicValue(r.schema.ValueType(), v))
	return &value
}

// propose merges a configuration with the state as a CLI does: computed attributes
// that are not configured keep their values.
func (r *Resource) propose(config tftypes.Value) tftypes.Value {
	var configured, prior map[string]tftypes.Value
	if config.As(&configured) != nil || (!r.state.IsNull() && r.state.As(&prior) != nil) {
		panic("a resource is no object")
	}
	proposed := map[string]tftypes.Value{}
	for _, attribute := range r.schema.Block.Attributes {
		value := configured[attribute.Name]
		switch {
		case attribute.WriteOnly:
			value = tftypes.NewValue(attribute.Type, nil)
		case value.IsNull() && attribute.Computed && prior != nil:
			value = prior[attribute.Name]
		case value.IsNull() && attribute.Computed:
			value = tftypes.NewValue(attribute.Type, tftypes.UnknownValue)
		}
		proposed[attribute.Name] = value
	}
	return tftypes.NewValue(config.Type(), proposed)
}
