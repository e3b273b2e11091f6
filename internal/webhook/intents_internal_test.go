// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"testing"
)

const (
	placeP = "store\nhttps://p"
	placeQ = "store\nhttps://q"
)

// TestPlanRules: what one plan must not do with a webhook, or should not, in either order.
func TestPlanRules(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a, b intent
		want problem
	}{
		"two adopt one, and declare the same": {
			a: intent{kind: adopts, id: "1", declared: "{}"},
			b: intent{kind: adopts, id: "1", declared: "{}"},
		},
		"two adopt one, and declare different settings": {
			a:    intent{kind: adopts, id: "1", declared: "{}"},
			b:    intent{kind: adopts, id: "1", declared: `{"active":true}`},
			want: managedTwice,
		},
		"one is imported, which declares nothing": {
			a: intent{kind: adopts, id: "1"},
			b: intent{kind: keeps, id: "1", declared: `{"active":true}`},
		},
		"one adopts what another keeps": {
			a: intent{kind: adopts, id: "1", declared: "{}"},
			b: intent{kind: keeps, id: "1", declared: "{}"},
		},
		"one adopts what another will delete one day": {
			a:    intent{kind: adopts, id: "1", declared: "{}"},
			b:    intent{kind: keeps, id: "1", declared: "{}", mayDelete: true},
			want: managedTwice,
		},
		"two keep one, and one of them will delete it one day": {
			a:    intent{kind: keeps, id: "1", declared: "{}", mayDelete: true},
			b:    intent{kind: keeps, id: "1", declared: "{}"},
			want: managedTwice,
		},
		"two keep one, and declare different settings": {
			a:    intent{kind: keeps, id: "1", declared: "{}"},
			b:    intent{kind: keeps, id: "1", declared: `{"active":true}`},
			want: managedTwice,
		},
		"two keep different webhooks": {
			a: intent{kind: keeps, id: "1", declared: "{}", mayDelete: true},
			b: intent{kind: keeps, id: "2", declared: `{"active":true}`},
		},
		"two adopt webhooks that are not known yet": {
			a: intent{kind: adopts, declared: "{}"},
			b: intent{kind: adopts, declared: `{"active":true}`},
		},
		"one keeps what another deletes": {
			a:    intent{kind: keeps, id: "1"},
			b:    intent{kind: deletes, id: "1"},
			want: keptAndDeleted,
		},
		"one keeps what another leaves": {
			a: intent{kind: keeps, id: "1"},
			b: intent{kind: leaves, id: "1"},
		},
		"one adopts what another deletes": {
			a:    intent{kind: adopts, id: "1"},
			b:    intent{kind: deletes, id: "1"},
			want: adoptedAndDeleted,
		},
		"one adopts what another leaves": {
			a: intent{kind: adopts, id: "1"},
			b: intent{kind: leaves, id: "1"},
		},
		"two delete one": {
			a: intent{kind: deletes, id: "1", place: placeP},
			b: intent{kind: deletes, id: "1", place: placeP},
		},
		"one creates where another deletes": {
			a:    intent{kind: creates, place: placeP},
			b:    intent{kind: deletes, id: "1", place: placeP},
			want: createdAndDeleted,
		},
		"one creates where another leaves": {
			a:    intent{kind: creates, place: placeP},
			b:    intent{kind: leaves, id: "1", place: placeP},
			want: createdAndLeft,
		},
		"one creates where another leaves, and deletes that itself first": {
			a: intent{kind: creates, place: placeP, replaces: "1"},
			b: intent{kind: leaves, id: "1", place: placeP},
		},
		"one creates where another deletes, and deletes that itself first": {
			a:    intent{kind: creates, place: placeP, replaces: "1"},
			b:    intent{kind: deletes, id: "1", place: placeP},
			want: createdAndDeleted,
		},
		"one creates where another keeps": {
			a:    intent{kind: creates, place: placeP},
			b:    intent{kind: keeps, id: "1", place: placeP},
			want: existsAlready,
		},
		"one creates elsewhere": {
			a: intent{kind: creates, place: placeQ},
			b: intent{kind: deletes, id: "1", place: placeP},
		},
		"two create in a place, which may be one resource that is planned twice": {
			a: intent{kind: creates, place: placeP},
			b: intent{kind: creates, place: placeP},
		},
		"two places that are not known yet": {
			a: intent{kind: creates},
			b: intent{kind: deletes, id: "1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := findProblem(planRules, tt.a, tt.b)
			if got != tt.want {
				t.Errorf("the problem is %d, want %d", got, tt.want)
			}
			reversed := findProblem(planRules, tt.b, tt.a)
			if reversed != got {
				t.Errorf("in the other order, the problem is %d, and not %d", reversed, got)
			}
		})
	}
}

// TestApplyRules: what an apply finds, which knows all ids.
func TestApplyRules(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a, b intent
		want problem
	}{
		"one adopts what another deletes": {
			a:    intent{kind: adopts, id: "1"},
			b:    intent{kind: deletes, id: "1"},
			want: adoptedAndDeleted,
		},
		"two create in a place": {
			a:    intent{kind: creates, place: placeP},
			b:    intent{kind: creates, place: placeP},
			want: createdTwice,
		},
		"a replacement deletes and creates in a place": {
			a: intent{kind: creates, place: placeP},
			b: intent{kind: deletes, id: "1", place: placeP},
		},
		"two adopt one": {
			a: intent{kind: adopts, id: "1", declared: "{}"},
			b: intent{kind: adopts, id: "1", declared: `{"active":true}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := findProblem(applyRules, tt.a, tt.b)
			if got != tt.want || findProblem(applyRules, tt.b, tt.a) != got {
				t.Errorf("the problem is %d, want %d in both orders", got, tt.want)
			}
		})
	}
}

// TestIntents_plan: which problems the intents of a run bring up, planned one after the other.
func TestIntents_plan(t *testing.T) {
	t.Parallel()
	keepsOne := intent{kind: keeps, owner: "a", id: "1", place: placeP, mayDelete: true}
	for name, tt := range map[string]struct {
		planned []intent
		want    problem // of the last one
	}{
		"a replacement that is planned as one": {
			planned: []intent{
				{kind: deletes, owner: "a", id: "1", place: placeP},
				{kind: creates, owner: "a", place: placeP},
			},
		},
		"a replacement by -replace": {
			planned: []intent{
				keepsOne,
				{kind: creates, owner: "a", place: placeP},
			},
		},
		"what -replace deletes, another keeps": {
			planned: []intent{
				{kind: keeps, owner: "b", id: "1"},
				keepsOne,
				{kind: creates, owner: "a", place: placeP},
			},
			want: keptAndDeleted,
		},
		"another keeps what -replace deletes": {
			planned: []intent{
				keepsOne,
				{kind: creates, owner: "a", place: placeP},
				{kind: keeps, owner: "b", id: "1"},
			},
			want: keptAndDeleted,
		},
		"what -replace leaves, another keeps": {
			planned: []intent{
				{kind: keeps, owner: "b", id: "1"},
				{kind: keeps, owner: "a", id: "1"},
				{kind: creates, owner: "a", place: placeP},
			},
		},
		"everything is destroyed, after it was planned to stay": {
			planned: []intent{
				keepsOne,
				{kind: keeps, owner: "b", id: "1"},
				{kind: deletes, owner: "b", id: "1"},
				{kind: deletes, owner: "a", id: "1"},
			},
		},
		"another plan of the same": {
			planned: []intent{
				{kind: deletes, owner: "b", id: "1"},
				{kind: leaves, owner: "b", id: "1"},
				keepsOne,
			},
		},
		"an error counts more than a warning": {
			planned: []intent{
				{kind: keeps, owner: "b", id: "1", declared: "{}"},
				{kind: deletes, owner: "c", id: "1"},
				{kind: adopts, id: "1", declared: `{"active":true}`},
			},
			want: adoptedAndDeleted,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all intents
			var last conflict
			for _, one := range tt.planned {
				last = all.plan(one)
			}
			if last.problem != tt.want {
				t.Errorf("the problem is %d, want %d", last.problem, tt.want)
			}
		})
	}
}
