// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const randomLives = 40 // `make properties` tries 500

func TestMain(m *testing.M) { property.Main(m, randomLives) }

// TestProperty_twoMerchants lets two resources live at a service with two merchants, of whom the wrong one's
// credentials are used now and then. With the right ones, nothing is refused but what would lose a
// webhook. With the wrong ones, no webhook is lost: each is at the service as long as a state has it.
func TestProperty_twoMerchants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var ended any
		synctest.Test(t, func(t *testing.T) {
			defer func() { ended = recover() }()
			l := newLives(t, rt)
			rt.Repeat(map[string]func(*rapid.T){
				"":         l.expectKept,
				"apply":    l.apply,
				"destroy":  l.destroy,
				"foreign":  l.foreign,
				"replace":  l.replace,
				"vanishes": l.vanish,
			})
		})
		if found, ok := ended.(finding); ok {
			rt.Fatal(string(found))
		}
		if ended != nil {
			panic(ended) // rapid's own, which expects it in its own goroutine
		}
	})
}

// finding is what a property test has found.
type finding string

// lives are those of two resources with webhooks of their own.
type lives struct {
	env

	t       *testing.T
	rt      *rapid.T
	mode    string              // webhook_refresh
	other   fakeservice.Account // the other merchant's
	all     []*acctest.Resource
	configs []acctest.Values // the last that was tried of each
}

func newLives(t *testing.T, rt *rapid.T) *lives {
	t.Helper()
	mode := rapid.SampledFrom([]string{"get", "list", "patch", "off"}).Draw(rt, "webhook_refresh")
	e := startInBubble(t, acctest.Values{"webhook_refresh": mode})
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.Scope = fakeservice.ScopeNotFound
	})
	return &lives{
		env:     e,
		t:       t,
		rt:      rt,
		mode:    mode,
		other:   e.AddAccount(fakeservice.Account{MerchantID: anotherMerchant}),
		all:     []*acctest.Resource{e.resource(), e.resource()},
		configs: make([]acctest.Values, 2),
	}
}

func (l *lives) fail(format string, arguments ...any) {
	panic(finding(fmt.Sprintf(format, arguments...)))
}

// begin begins a command of the CLI with the right credentials, for one of the resources.
func (l *lives) begin() int {
	l.NextRun(l.t)
	return rapid.IntRange(0, len(l.all)-1).Draw(l.rt, "resource")
}

// draw returns a configuration of a resource. Each of them has a URL of its own. The second may
// adopt the webhook that was there before, unless it has deleted that in the meantime.
func (l *lives) draw(n int) acctest.Values {
	active := rapid.Bool().Draw(l.rt, "active")
	_, exists := l.Webhook(hookID)
	if n == 1 && exists && rapid.Bool().Draw(l.rt, "adopts") {
		return adopting(acctest.Values{"active": active})
	}
	return creating(acctest.Values{
		"active":            active,
		"delete_on_destroy": rapid.Bool().Draw(l.rt, "delete_on_destroy"),
		"url":               fmt.Sprintf("%s/%d", urlB, n),
	})
}

// expectKept expects the webhook of each state at the service.
func (l *lives) expectKept(*rapid.T) {
	for n, r := range l.all {
		if r.State() == nil {
			continue
		}
		id := fmt.Sprint(r.State()["id"])
		_, exists := l.Webhook(id)
		if !exists {
			l.fail("resource %d has webhook %s, which the service lost", n, id)
		}
	}
}

// apply applies a configuration. It is refused only if the store has the webhook already, which another
// life has left there, or which this one leaves.
func (l *lives) apply(*rapid.T) {
	n := l.begin()
	config := l.draw(n)
	before := len(l.Webhooks())
	said := l.all[n].Apply(l.t.Context(), config).Errors()
	if said != "" && l.countOf(config["url"]) == 0 {
		l.fail("applying %v said %s", config, said)
	}
	if said != "" && len(l.Webhooks()) > before {
		l.fail("an apply that failed has created a webhook: %s", said)
	}
	l.configs[n] = config
}

// destroy destroys a resource.
func (l *lives) destroy(*rapid.T) {
	n := l.begin()
	r := l.all[n]
	if r.State() == nil {
		l.rt.Skip("it is not there")
	}
	id := fmt.Sprint(r.State()["id"])
	deletes := r.State()["delete_on_destroy"] == true
	wantNoError(l, r.Apply(l.t.Context(), nil))
	_, exists := l.Webhook(id)
	if exists == deletes {
		l.fail("the webhook exists: %t; delete_on_destroy was %t", exists, deletes)
	}
}

// replace replaces a resource as the option -replace does.
func (l *lives) replace(*rapid.T) {
	n := l.begin()
	r := l.all[n]
	if r.State() == nil || r.State()["delete_on_destroy"] != true || l.configs[n]["delete_on_destroy"] != true {
		l.rt.Skip("it would stay, and be in the way")
	}
	if l.countOf(l.configs[n]["url"]) > 1 {
		l.rt.Skip("another webhook with this URL was left, and is in the way")
	}
	wantNoError(l, r.Refresh(l.t.Context()))
	for _, one := range []*acctest.Resource{r, r.Replaced()} {
		_, diags := one.Plan(l.t.Context(), l.configs[n])
		wantNoError(l, diags)
	}
	l.NextRun(l.t)
	wantNoError(l, r.Apply(l.t.Context(), nil))
	wantNoError(l, r.Apply(l.t.Context(), l.configs[n]))
}

// countOf returns how many webhooks have a URL.
func (l *lives) countOf(url any) int {
	count := 0
	for _, w := range l.Webhooks() {
		if w.URL == url {
			count++
		}
	}
	return count
}

// foreign refreshes, changes or destroys a resource with the other merchant's credentials.
func (l *lives) foreign(*rapid.T) {
	n := l.begin()
	before := l.all[n].State()
	if before == nil {
		l.rt.Skip("it is not there")
	}
	r := l.as(l.t, l.other, l.mode, l.all[n])
	config := l.draw(n)
	if rapid.Bool().Draw(l.rt, "destroys") {
		config = nil
	}
	webhooks := len(l.Webhooks())
	said := r.Apply(l.t.Context(), config).Errors()
	if len(l.Webhooks()) != webhooks {
		l.fail("with the wrong credentials, there are %d webhooks, and were %d", len(l.Webhooks()), webhooks)
	}
	isLost := r.State() == nil && before["delete_on_destroy"] == true
	if isLost {
		l.fail("with the wrong credentials, the state lost %v; said %s", before, said)
	}
	if r.State() != nil {
		l.all[n] = l.Adopt(r)
	} else {
		l.all[n] = l.resource() // it was let go, as it was to be
	}
}

// vanish deletes a webhook behind the provider's back, which the next refresh must notice.
func (l *lives) vanish(*rapid.T) {
	n := l.begin()
	r := l.all[n]
	isAdopted := r.State() != nil && r.State()["id"] == hookID
	if r.State() == nil || isAdopted || l.mode == "off" {
		l.rt.Skip("nothing is read, or the webhook is needed")
	}
	wantNoError(l, r.Refresh(l.t.Context()))
	l.DeleteWebhook(fmt.Sprint(r.State()["id"]))
	l.NextRun(l.t)
	wantNoError(l, r.Refresh(l.t.Context()))
	if r.State() != nil {
		l.fail("the refresh did not notice that %v is gone", r.State())
	}
}

func wantNoError(l *lives, diags acctest.Diagnostics) {
	if diags.Errors() != "" {
		l.fail("it said %s", diags.Errors())
	}
}
