// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

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
