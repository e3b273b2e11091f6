package acctest

import (
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The functions of this file are rules of Terraform's core for what a provider plans and applies
// (docs/resource-instance-change-lifecycle.md there), for objects as simple as those of this provider.

// propose merges a configuration with the state: computed attributes that are not
// configured keep their values, and are unknown if there is no state.
func propose(schema *tfprotov6.Schema, config, state tftypes.Value) tftypes.Value {
	if config.IsNull() {
		return config
	}
	proposed := maps.Clone(members(config))
	prior := members(state)
	for _, attribute := range schema.Block.Attributes {
		isComputed := attribute.Computed && proposed[attribute.Name].IsNull()
		switch {
		case attribute.WriteOnly:
			proposed[attribute.Name] = tftypes.NewValue(attribute.Type, nil)
		case isComputed && !state.IsNull():
			proposed[attribute.Name] = prior[attribute.Name]
		case isComputed:
			proposed[attribute.Name] = tftypes.NewValue(attribute.Type, tftypes.UnknownValue)
		}
	}
	return tftypes.NewValue(config.Type(), proposed)
}

// checkPlan returns what a CLI would object to in a plan: an argument that is
// neither as configured nor as it was, unless the provider computes it, and a destruction that
// leaves something.
func checkPlan(schema *tfprotov6.Schema, config, state, planned tftypes.Value) (objections Diagnostics) {
	if config.IsNull() != planned.IsNull() {
		return Diagnostics{objection("invalid plan", "the resource", config, planned)}
	}

	configured := members(config)
	before := members(state)
	after := members(planned)
	for _, attribute := range schema.Block.Attributes {
		want := configured[attribute.Name]
		got := after[attribute.Name]
		if !mayPlan(attribute, want, before[attribute.Name], got) {
			objections = append(objections, objection("invalid plan", attribute.Name, want, got))
		}
	}
	for _, block := range schema.Block.BlockTypes {
		want := configured[block.TypeName]
		got := after[block.TypeName]
		if !got.Equal(want) {
			objections = append(objections, objection("invalid plan", block.TypeName, want, got))
		}
	}
	return objections
}

// mayPlan reports whether a provider may plan this value of an attribute.
func mayPlan(attribute *tfprotov6.SchemaAttribute, configured, before, planned tftypes.Value) bool {
	switch {
	case attribute.WriteOnly:
		return planned.IsNull()
	case planned.Equal(configured):
		return true
	case configured.IsNull():
		return attribute.Computed
	}
	return planned.Equal(before) && !before.IsNull() // another spelling of what is configured
}

// checkKept returns what a CLI would object to after a plan: a value that is known in the plan
// and is another one later, and a resource that is there and should not be, or the reverse.
func checkKept(what string, planned, later tftypes.Value) (objections Diagnostics) {
	if planned.IsNull() != later.IsNull() {
		return Diagnostics{objection(what, "the resource", planned, later)}
	}
	now := members(later)
	for name, promised := range members(planned) {
		if promised.IsFullyKnown() && !promised.Equal(now[name]) {
			objections = append(objections, objection(what, name, promised, now[name]))
		}
	}
	return objections
}

// checkKnown returns what a CLI would object to in a state: a value that is not known.
func checkKnown(state tftypes.Value) (objections Diagnostics) {
	for name, value := range members(state) {
		if !value.IsFullyKnown() {
			objections = append(objections, &tfprotov6.Diagnostic{
				Severity: tfprotov6.DiagnosticSeverityError,
				Summary:  "Provider returned invalid result object after apply",
				Detail:   name + " is not known",
			})
		}
	}
	return objections
}

func objection(what, name string, want, got tftypes.Value) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "Provider produced " + what,
		Detail:   fmt.Sprintf("%s: %s, not %s", name, got, want),
	}
}

// members returns the attributes of an object; none if it is null.
func members(object tftypes.Value) (all map[string]tftypes.Value) {
	if object.As(&all) != nil {
		panic("a resource is an object")
	}
	return all
}
