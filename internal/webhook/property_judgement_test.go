// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// fate is what a command does with the webhooks of one resource.
type fate struct {
	has       string // the id of the webhook that it keeps, imports or adopts
	creates   place
	removes   string // the id of the webhook that its state no longer has
	deletes   bool   // and that is deleted
	isTainted bool   // so that its plan does not know what it removes
	isLast    bool   // the deletion comes after the creation
	looksKept bool   // by -replace alone, of which the first call of its plan does not know
}

// place is where a webhook is: a store has one with a URL (and triggers, which are always the same) only once.
type place struct{ store, url string }

func placeOf(w fakeservice.Webhook) place {
	return place{w.StoreID, w.URL}
}

// fateOf returns what a command does with the webhooks of a resource.
func (l *lives) fateOf(c command, n int) fate {
	r := l.all[n]
	state := r.State()
	config := c.configs[n]
	if n == c.imports {
		return fate{has: c.importID[strings.LastIndex(c.importID, "/")+1:]}
	}
	if state == nil && config == nil {
		return fate{}
	}

	isKept := state != nil && config != nil && !r.isTainted && n != c.replaces && namesSame(config, state)
	if isKept {
		return fate{has: fmt.Sprint(state["id"])}
	}

	var f fate
	if state != nil {
		f.removes = fmt.Sprint(state["id"])
		f.deletes = state["delete_on_destroy"] == true
		f.isTainted = r.isTainted
		f.isLast = c.createsFirst
		f.looksKept = n == c.replaces && config != nil && namesSame(config, state)
	}
	switch id, adopts := config["webhook_id"]; {
	case adopts:
		f.has = fmt.Sprint(id)
	case config != nil:
		f.creates = place{fmt.Sprint(config["store_id"]), fmt.Sprint(config["url"])}
	}
	return f
}

// namesSame reports whether a configuration names no other webhook than a state.
func namesSame(config, state acctest.Values) bool {
	id, adopts := config["webhook_id"]
	return config["store_id"] == state["store_id"] && (!adopts || id == state["id"])
}

// judgement is what a command must not do.
type judgement struct {
	fates   []fate
	loses   bool // one resource deletes the webhook that another has, and its plan can know it
	dangers []string
}

// judge says what a command would lose or double, or in vain adopt.
func (l *lives) judge(c command, before []fakeservice.Webhook) judgement {
	var judged judgement
	for _, n := range c.resources() {
		judged.fates = append(judged.fates, l.fateOf(c, n))
	}

	for _, one := range judged.fates {
		for _, other := range judged.fates {
			if one.deletes && one.removes == other.has {
				judged.loses = judged.loses || !one.isTainted
				judged.dangers = append(judged.dangers, "it would lose "+other.has)
			}
			if one.deletes && other.looksKept && one.removes == other.removes && !other.deletes {
				judged.dangers = append(judged.dangers, "it seems to lose "+other.removes)
			}
		}
		isThere := func(w fakeservice.Webhook) bool { return w.ID == one.has }
		if one.has != "" && !slices.ContainsFunc(before, isThere) {
			judged.dangers = append(judged.dangers, "there is no "+one.has)
		}
		isInTheWay := func(w fakeservice.Webhook) bool {
			return placeOf(w) == one.creates && !judged.isReplaced(w, one)
		}
		if slices.ContainsFunc(l.known(before), isInTheWay) {
			judged.dangers = append(judged.dangers, "there would be two of "+one.creates.url)
		}
	}
	return judged
}

// known returns the webhooks as a plan may know them: what the service has, and what the states say, which may be
// older and is not always read again.
func (l *lives) known(before []fakeservice.Webhook) []fakeservice.Webhook {
	known := slices.Clone(before)
	for _, r := range l.all {
		if state := r.State(); state != nil {
			known = append(known, fakeservice.Webhook{
				ID:      fmt.Sprint(state["id"]),
				StoreID: fmt.Sprint(state["store_id"]),
				URL:     fmt.Sprint(state["url"]),
			})
		}
	}
	return known
}

// isReplaced reports whether a webhook is surely deleted before the creation of the same resource. If another one
// deletes it as well, no plan knows.
func (j judgement) isReplaced(w fakeservice.Webhook, by fate) bool {
	deletions := 0
	for _, f := range j.fates {
		if f.deletes && f.removes == w.ID {
			deletions++
		}
	}
	return deletions == 1 && by.deletes && by.removes == w.ID && !by.isLast
}

// expectError expects that an error of a command is right.
func (j judgement) expectError(l *lives, said string) {
	if len(j.dangers) == 0 {
		l.fail("nothing would be lost or doubled by %+v, and it said %s", j.fates, said)
	}
}

// expectPlan expects that a plan without an error loses nothing.
func (j judgement) expectPlan(l *lives) {
	if j.loses {
		l.fail("the plan of %+v said nothing, but %v", j.fates, j.dangers)
	}
}

// expectDeletions expects that nothing is deleted but what is to be.
func (j judgement) expectDeletions(l *lives, before []fakeservice.Webhook) {
	for _, w := range before {
		_, exists := l.Webhook(w.ID)
		mayDelete := func(f fate) bool { return f.deletes && f.removes == w.ID }
		if !exists && !slices.ContainsFunc(j.fates, mayDelete) {
			l.fail("%s was deleted by %+v", w.ID, j.fates)
		}
	}
}

// expectCreations expects that a state has each webhook that is new, and that there was none in its place.
func (l *lives) expectCreations(c command, before []fakeservice.Webhook) {
	for _, w := range l.Webhooks() {
		isThis := func(old fakeservice.Webhook) bool { return old.ID == w.ID }
		if slices.ContainsFunc(before, isThis) {
			continue
		}

		isSame := func(old fakeservice.Webhook) bool {
			now, exists := l.Webhook(old.ID)
			return exists && placeOf(old) == placeOf(w) && placeOf(now) == placeOf(w)
		}
		if l.owners(w.ID) != 1 || slices.ContainsFunc(before, isSame) {
			l.fail("%+v has made %s, with the URL %s", c, w.ID, w.URL)
		}
	}
}

// expectUnchanged expects that the service has what it had, but for when it was updated.
func (l *lives) expectUnchanged(before []fakeservice.Webhook) {
	after := l.Webhooks()
	for _, all := range [][]fakeservice.Webhook{before, after} {
		for i := range all {
			all[i].UpdatedOn = time.Time{}
		}
	}
	if !reflect.DeepEqual(before, after) {
		l.fail("the service has %+v, and had %+v", after, before)
	}
}

// expectApplied expects that the states have what is configured, and the service, too, unless the command did
// not look or others have the same webhook.
func (l *lives) expectApplied(c command) {
	for _, n := range c.resources() {
		config := c.configs[n]
		state := l.all[n].State()
		if (config == nil) != (state == nil) {
			l.fail("after an apply of %v, the state is %v", config, state)
		}
		if config == nil {
			continue
		}

		if !namesSame(config, state) {
			l.fail("after an apply of %v, the state is %v", config, state)
		}
		isBlind := c.skipsRefresh || l.mode == "off"
		if isBlind || l.owners(state["id"]) > 1 {
			continue
		}

		webhook, _ := l.Webhook(fmt.Sprint(state["id"]))
		got := acctest.Values{"active": webhook.Active, "url": webhook.URL}
		for name, value := range got {
			want, isConfigured := config[name]
			if isConfigured && value != want {
				l.fail("after an apply of %v, the service has %+v", config, webhook)
			}
		}
	}
}

// expectKept expects the webhook of each state at the service, but for one that the resource was to let go.
func (l *lives) expectKept(*rapid.T) {
	for n, r := range l.all {
		if r.State() == nil {
			continue
		}
		id := fmt.Sprint(r.State()["id"])
		_, exists := l.Webhook(id)
		if !exists && id != r.released {
			l.fail("resource %d has webhook %s, which the service lost", n, id)
		}
	}
}
