// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// NextRun configures the provider once more, as a CLI does for each of its
// commands. State that the provider keeps for one run ends here.
func (p *Protocol) NextRun(t testing.TB) {
	t.Helper()
	if diags := p.Configure(t.Context(), p.config); len(diags) > 0 {
		t.Fatalf("configuring the provider again: %s", diags)
	}
}

// checkPlan returns what a CLI would object to in a plan: an argument that is
// neither as configured nor as it was, unless the provider computes it.
func (r *Resource) checkPlan(config, prior, planned tftypes.Value) Diagnostics {
	if config.IsNull() {
		return nil
	}
	var diags Diagnostics
	configured, before, after := members(config), members(prior), members(planned)
	for _, attribute := range r.schema.Block.Attributes {
		want, got := configured[attribute.Name], after[attribute.Name]
		was, had := before[attribute.Name]
		switch {
		case got.Equal(want), had && got.Equal(was) && !was.IsNull() && !want.IsNull():
		case attribute.Computed && want.IsNull():
		case attribute.WriteOnly && got.IsNull():
		default:
			diags = append(diags, bug("invalid plan", attribute.Name, want, got))
		}
	}
	return diags
}

// checkFinal returns what a CLI would object to in the plan that it makes again
// in an apply: another value than the one that was promised.
func (r *Resource) checkFinal(plan, final Plan) Diagnostics {
	var diags Diagnostics
	typ := r.schema.ValueType()
	now := members(must(final.planned.PlannedState.Unmarshal(typ)))
	for name, promised := range members(must(plan.planned.PlannedState.Unmarshal(typ))) {
		if promised.IsFullyKnown() && !promised.Equal(now[name]) {
			diags = append(diags, bug("inconsistent final plan", name, promised, now[name]))
		}
	}
	return diags
}

// checkResult returns what a CLI would object to in a result: a value that is
// not as planned, or still unknown.
func (r *Resource) checkResult(planned, result tftypes.Value) Diagnostics {
	var diags Diagnostics
	after := members(result)
	for name, want := range members(planned) {
		if got := after[name]; !got.IsFullyKnown() || want.IsFullyKnown() && !want.Equal(got) {
			diags = append(diags, bug("inconsistent result", name, want, got))
		}
	}
	return diags
}

func members(object tftypes.Value) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if object.IsNull() || object.As(&all) != nil {
		return nil
	}
	return all
}

func bug(what, name string, want, got tftypes.Value) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "Provider produced " + what,
		Detail: fmt.Sprintf("%s: %s, not %s", name, got, want),
	}
}
