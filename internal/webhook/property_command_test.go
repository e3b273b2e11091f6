// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// command is one command of a CLI, for all resources or some of them.
type command struct {
	provider     *acctest.Protocol
	configs      []acctest.Values // of each resource; nil if it is not configured
	targets      []int            // the resources of -target; all if nil
	replaces     int              // the resource of -replace; none if negative
	imports      int              // the resource of an import block; none if negative
	importID     string
	skipsRefresh bool // -refresh=false
	createsFirst bool // create_before_destroy, of all resources
	plansOrphans bool // what has left the configuration is planned before it is read, as Terraform does
	isOneProcess bool // plan and apply share a process, and that of the last apply, as in a test of a module
}

// newCommand draws the options of a command with the configurations of the last one.
func (l *lives) newCommand() command {
	c := command{
		provider:     l.Protocol,
		replaces:     -1,
		imports:      -1,
		skipsRefresh: l.isSometimes("-refresh=false"),
		createsFirst: l.isSometimes("create_before_destroy"),
		plansOrphans: rapid.Bool().Draw(l.rt, "plans before it reads"),
		isOneProcess: l.isSometimes("one process"),
	}
	for _, r := range l.all {
		c.configs = append(c.configs, r.config)
	}
	if l.isSometimes("-target") {
		c.targets = l.drawTargets()
	}
	return c
}

// isShared reports whether another resource has the webhook of a state, or is to adopt it.
func (l *lives) isShared(r *managed) bool {
	id := r.State()["id"]
	return slices.ContainsFunc(l.all, func(other *managed) bool {
		return other != r && (other.State() != nil && other.State()["id"] == id || other.config["webhook_id"] == id)
	})
}

// drawTargets draws the resources that a command is about. Those that share a webhook go together, since a
// plan does not see what it is not about.
func (l *lives) drawTargets() []int {
	targets := []int{}
	chosen := map[any]bool{}
	for n, r := range l.all {
		isChosen := rapid.Bool().Draw(l.rt, fmt.Sprintf("targets %d", n))
		if r.State() != nil {
			id := r.State()["id"]
			known, isShared := chosen[id]
			isChosen = known || isChosen && !isShared
			chosen[id] = isChosen
		}
		if isChosen {
			targets = append(targets, n)
		}
	}
	return targets
}

// resources returns those that a command is about.
func (c command) resources() []int {
	if c.targets != nil {
		return c.targets
	}
	var all []int
	for n := range c.configs {
		all = append(all, n)
	}
	return all
}

// begin begins a command, in a process of its own, or in that of the last one if that has applied something: a
// read then ends what the process knows of that.
func (l *lives) begin(c command) {
	isRead := func(n int) bool { return !c.skipsRefresh && l.all[n].State() != nil }
	endsLast := slices.ContainsFunc(c.resources(), isRead)
	if !c.isOneProcess || !l.hasApplied || !endsLast {
		c.provider.NextRun(l.t)
	}
	l.hasApplied = false
}

// plannedChange is what a command does with one resource.
type plannedChange struct {
	n     int
	old   *acctest.Resource // as it was read
	next  *acctest.Resource // what the state has after the apply
	plan  acctest.Plan
	steps []step
}

// step is one call of an apply.
type step func() acctest.Diagnostics

// plan plans all resources of a command, in any order, and returns what was wrong.
func (l *lives) plan(c command) (all []*plannedChange, said string) {
	for _, n := range rapid.Permutation(c.resources()).Draw(l.rt, "order of the plan") {
		one, diags := l.planOne(c, n)
		all = append(all, one)
		said += diags.Errors()
	}
	return all, said
}

// planOne reads and plans one resource.
func (l *lives) planOne(c command, n int) (*plannedChange, acctest.Diagnostics) {
	r := c.provider.Adopt(l.all[n].Resource)
	one := &plannedChange{
		n:    n,
		old:  r,
		next: r,
	}

	isOrphan := c.configs[n] == nil && r.State() != nil
	if isOrphan && c.plansOrphans {
		diags := l.planChange(c, one)
		return one, append(diags, l.read(c, one)...)
	}

	diags := l.read(c, one)
	if diags.Errors() != "" {
		return one, diags
	}
	return one, append(diags, l.planChange(c, one)...)
}

// read imports or reads a resource.
func (l *lives) read(c command, one *plannedChange) acctest.Diagnostics {
	switch {
	case one.n == c.imports:
		return one.old.Import(l.t.Context(), c.importID)
	case c.skipsRefresh:
		return nil
	default:
		return one.old.Refresh(l.t.Context())
	}
}

// planChange plans what comes of a resource. A CLI plans a tainted one as if it were new.
func (l *lives) planChange(c command, one *plannedChange) (diags acctest.Diagnostics) {
	ctx := l.t.Context()
	config := c.configs[one.n]
	switch {
	case config == nil && one.old.State() == nil:
		return nil
	case config != nil && l.all[one.n].isTainted && one.old.State() != nil:
		one.plan, diags = c.provider.NewResource(webhookType).Plan(ctx, config)
		one.plan.Replaces = true
	default:
		isForced := one.n == c.replaces && config != nil && one.old.State() != nil
		one.plan, diags = one.old.PlanChange(ctx, config, isForced)
	}

	if diags.Errors() == "" && !one.plan.Empty {
		one.steps = l.steps(c, one)
	}
	return diags
}

// steps returns the calls that apply a plan. What is deleted last is planned for once more.
func (l *lives) steps(c command, one *plannedChange) []step {
	ctx := l.t.Context()
	plan := one.plan
	applyPlan := func() acctest.Diagnostics {
		return one.next.ApplyPlan(ctx, plan)
	}
	deleteFirst := func() acctest.Diagnostics {
		return one.old.ApplyPlan(ctx, one.old.Destruction(plan))
	}
	createFirst := func() acctest.Diagnostics {
		created := c.provider.NewResource(webhookType)
		diags := created.ApplyPlan(ctx, plan)
		if created.State() != nil {
			one.next = created
		}
		return diags
	}
	deleteLast := func() acctest.Diagnostics {
		destruction, diags := one.old.Plan(ctx, nil)
		if diags.Errors() != "" {
			return diags
		}
		return one.old.ApplyPlan(ctx, destruction)
	}

	switch {
	case !plan.Replaces:
		return []step{applyPlan}
	case c.createsFirst:
		return []step{createFirst, deleteLast}
	default:
		return []step{deleteFirst, applyPlan}
	}
}

// apply applies what was planned, each step of a resource after its last one, and returns what was wrong.
func (l *lives) apply(c command, changes []*plannedChange) (said string) {
	if !c.isOneProcess {
		c.provider.NextRun(l.t)
	}

	var turns []int
	for i, one := range changes {
		for range one.steps {
			turns = append(turns, i)
		}
	}
	for _, i := range rapid.Permutation(turns).Draw(l.rt, "order of the apply") {
		one := changes[i]
		if len(one.steps) == 0 {
			continue // the last step has failed
		}

		next := one.steps[0]
		one.steps = one.steps[1:]
		failed := next().Errors()
		if failed != "" {
			one.steps = nil
		}
		said += failed
	}
	l.hasApplied = said == "" && len(turns) > 0
	return said
}

// keep keeps what a command has made of the resources.
func (l *lives) keep(changes []*plannedChange) {
	for _, one := range changes {
		kept := l.all[one.n]
		isNew := one.next != one.old || one.next.State() == nil
		kept.isTainted = kept.isTainted && !isNew
		kept.Resource = l.Adopt(one.next)
	}
}

// run plays a command with the right credentials, and expects what it does.
func (l *lives) run(c command) {
	before := l.Webhooks()
	judged := l.judge(c, before)
	l.begin(c)
	changes, said := l.plan(c)
	if said != "" {
		judged.expectError(l, said)
		l.expectUnchanged(before)
		return
	}

	judged.expectPlan(l)
	failed := l.apply(c, changes)
	l.keep(changes)
	for n, config := range c.configs {
		l.all[n].config = config
	}
	for i, n := range c.resources() {
		l.all[n].released = ""
		if failed != "" {
			l.all[n].released = judged.fates[i].removes
		}
	}
	if failed != "" {
		judged.expectError(l, failed)
	}
	judged.expectDeletions(l, before)
	l.expectCreations(c, before)
	if failed == "" {
		l.expectApplied(c)
	}
}

// runForeign plays a command with the wrong credentials. Whatever it says, the service has what it had,
// and the states have what is not to be let go.
func (l *lives) runForeign(c command) {
	before := l.Webhooks()
	states := make([]acctest.Values, len(l.all))
	for n, r := range l.all {
		states[n] = r.State()
	}

	l.begin(c)
	changes, said := l.plan(c)
	if said == "" {
		said = l.apply(c, changes)
		l.keep(changes)
	}
	l.hasApplied = false

	l.expectUnchanged(before)
	for n, state := range states {
		isLost := state["delete_on_destroy"] == true && l.all[n].State() == nil
		if isLost {
			l.fail("with the wrong credentials, the state lost %v; said %s", state, said)
		}
	}
}

// The judgement.
