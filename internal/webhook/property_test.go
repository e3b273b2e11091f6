// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	randomLives   = 40 // `make properties` tries 500
	numberOfLives = 4
	numberOfURLs  = 6
	anotherHookID = "44444444-4444-4444-8444-444444444442"
)

// What earlier builds kept of a resource: {"readable":true,"imported":false}, each field by itself, and nothing.
var earlierRecords = []string{
	`{"webhook":"eyJyZWFkYWJsZSI6dHJ1ZSwiaW1wb3J0ZWQiOmZhbHNlfQ=="}`,
	`{"readable":"dHJ1ZQ==","imported":"ZmFsc2U="}`,
	"",
}

func TestMain(m *testing.M) { property.Main(m, randomLives) }

// TestProperty_lives lets a few resources live at a service with two merchants, with one command of a CLI
// after the other. With the right credentials, a command fails only if it would lose a webhook or make
// one that exists already. With those of the other merchant, nothing changes at the service.
func TestProperty_lives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var ended any
		synctest.Test(t, func(t *testing.T) {
			defer func() { ended = recover() }()
			l := newLives(t, rt)
			rt.Repeat(map[string]func(*rapid.T){
				"":                     l.expectKept,
				"change":               l.change,
				"destroy":              l.destroy,
				"destroy everything":   l.destroyAll,
				"earlier build":        l.forgetRecord,
				"foreign":              l.useForeign,
				"import":               l.importOne,
				"move":                 l.move,
				"rename without moved": l.rename,
				"replace":              l.replace,
				"shift of a count":     l.shift,
				"taint":                l.taint,
				"vanish":               l.vanish,
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

// managed is what a CLI keeps at one address.
type managed struct {
	*acctest.Resource

	config    acctest.Values // the last that was tried; nil if it has left the configuration
	isTainted bool
	released  string // the id of a webhook that it still has, because the command that was to let it go failed
}

// lives are those of a few resources.
type lives struct {
	env

	t          *testing.T
	rt         *rapid.T
	mode       string            // webhook_refresh
	foreign    *acctest.Protocol // the provider with the other merchant's credentials
	all        []*managed
	hasApplied bool // the last command has applied something, and nothing failed
}

// newLives returns lives that have not begun, at a service with two stores and a webhook in each.
func newLives(t *testing.T, rt *rapid.T) *lives {
	t.Helper()
	mode := rapid.SampledFrom([]string{"get", "list", "patch", "off"}).Draw(rt, "webhook_refresh")
	e := startInBubble(t, nil)
	e.AddWebhook(fakeservice.Webhook{ID: anotherHookID, StoreID: anotherStore})
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.Scope = fakeservice.ScopeNotFound
	})

	own := e.AddAccount(fakeservice.Account{MerchantID: merchantID})
	other := e.AddAccount(fakeservice.Account{MerchantID: anotherMerchant})
	e.Protocol = e.protocolAs(t, own, mode)
	l := &lives{
		env:     e,
		t:       t,
		rt:      rt,
		mode:    mode,
		foreign: e.protocolAs(t, other, mode),
	}
	for range numberOfLives {
		l.all = append(l.all, &managed{Resource: e.resource()})
	}
	return l
}

func (l *lives) fail(format string, arguments ...any) {
	panic(finding(fmt.Sprintf(format, arguments...)))
}

// The draws.

// isSometimes draws what is rather the exception.
func (l *lives) isSometimes(what string) bool {
	return rapid.IntRange(0, 3).Draw(l.rt, what) == 3
}

// drawWith draws one of the resources for which something holds.
func (l *lives) drawWith(what string, holds func(*managed) bool) int {
	var those []int
	for n, r := range l.all {
		if holds(r) {
			those = append(those, n)
		}
	}
	if those == nil {
		l.rt.Skip("there is none")
	}
	return rapid.SampledFrom(those).Draw(l.rt, what)
}

func hasState(r *managed) bool { return r.State() != nil }

func hasNoState(r *managed) bool { return r.State() == nil }

// drawConfig draws the next configuration of a resource, for a command with those of the others.
func (l *lives) drawConfig(c command) acctest.Values {
	active := rapid.Bool().Draw(l.rt, "active")
	webhooks := l.adoptable()
	if len(webhooks) > 0 && l.isSometimes("adopts") {
		webhook := rapid.SampledFrom(webhooks).Draw(l.rt, "webhook")
		return acctest.Values{
			"active":     active,
			"store_id":   webhook.StoreID,
			"webhook_id": webhook.ID,
		}
	}

	return l.drawCreation(c, rapid.SampledFrom([]string{storeID, anotherStore}).Draw(l.rt, "store"))
}

// drawCreation draws the configuration of a webhook to create. No other resource has its URL.
func (l *lives) drawCreation(c command, store string) acctest.Values {
	var urls []string
	for i := range numberOfURLs {
		url := fmt.Sprintf("%s/%d", urlB, i)
		isTaken := slices.ContainsFunc(c.configs, func(config acctest.Values) bool { return config["url"] == url })
		if !isTaken {
			urls = append(urls, url)
		}
	}
	return creating(acctest.Values{
		"active":            rapid.Bool().Draw(l.rt, "active"),
		"delete_on_destroy": rapid.Bool().Draw(l.rt, "delete_on_destroy"),
		"store_id":          store,
		"url":               rapid.SampledFrom(urls).Draw(l.rt, "url"),
	})
}

// adoptable returns the webhooks that a resource may adopt: a tainted one is about to be deleted, and no
// plan knows who has it.
func (l *lives) adoptable() []fakeservice.Webhook {
	return slices.DeleteFunc(l.Webhooks(), func(w fakeservice.Webhook) bool {
		isTainted := func(r *managed) bool { return r.isTainted && r.has(w.ID) }
		return slices.ContainsFunc(l.all, isTainted)
	})
}

// has reports whether the state has this webhook.
func (r *managed) has(id string) bool {
	return r.State() != nil && r.State()["id"] == id
}

// owners returns how many states have a webhook.
func (l *lives) owners(id any) int {
	count := 0
	for _, r := range l.all {
		if r.has(fmt.Sprint(id)) {
			count++
		}
	}
	return count
}

// The actions.

// change changes the configuration of one resource, or adds it.
func (l *lives) change(*rapid.T) {
	c := l.newCommand()
	n := l.drawWith("resource", func(*managed) bool { return true })
	c.configs[n] = nil
	c.configs[n] = l.drawConfig(c)
	l.run(c)
}

// destroy destroys a resource, which has left the configuration.
func (l *lives) destroy(*rapid.T) {
	c := l.newCommand()
	c.configs[l.drawWith("resource", hasState)] = nil
	l.run(c)
}

// replace replaces a resource as the option -replace does, maybe with another configuration.
func (l *lives) replace(*rapid.T) {
	c := l.newCommand()
	n := l.drawWith("resource", func(r *managed) bool { return r.State() != nil && r.config != nil })
	if l.isSometimes("changes as well") {
		c.configs[n] = nil
		c.configs[n] = l.drawConfig(c)
	}
	c.replaces = n
	l.run(c)
}

// move renames a resource with a moved block: its state goes on with the configuration of another address.
func (l *lives) move(*rapid.T) {
	from := l.drawWith("from", hasState)
	to := l.drawWith("to", hasNoState)
	l.all[from], l.all[to] = l.all[to], l.all[from]

	c := l.newCommand()
	c.configs[from] = nil
	c.configs[to] = nil
	c.configs[to] = l.drawConfig(c)
	l.run(c)
}

// rename renames a resource without a moved block: the old one is destroyed and a new one is created, which
// may have another URL.
func (l *lives) rename(*rapid.T) {
	c := l.newCommand()
	from := l.drawWith("from", func(r *managed) bool { return r.State() != nil && r.config != nil })
	to := l.drawWith("to", hasNoState)
	c.configs[to] = c.configs[from]
	c.configs[from] = nil
	if l.isSometimes("changes as well") {
		c.configs[to] = nil
		c.configs[to] = l.drawConfig(c)
	}
	l.run(c)
}

// shift removes the first resource that is configured from a count over a list: each gets the configuration
// of the next one, and the last is destroyed.
func (l *lives) shift(*rapid.T) {
	c := l.newCommand()
	var listed []int
	for n, config := range c.configs {
		if config != nil {
			listed = append(listed, n)
		}
	}
	if len(listed) < 2 {
		l.rt.Skip("that is a destruction")
	}

	for i, n := range listed[:len(listed)-1] {
		c.configs[n] = c.configs[listed[i+1]]
	}
	c.configs[listed[len(listed)-1]] = nil
	l.run(c)
}

// importOne imports a webhook that no state has.
func (l *lives) importOne(*rapid.T) {
	n := l.drawWith("resource", hasNoState)
	unmanaged := slices.DeleteFunc(l.Webhooks(), func(w fakeservice.Webhook) bool { return l.owners(w.ID) > 0 })
	if len(unmanaged) == 0 {
		l.rt.Skip("there is none")
	}

	webhook := rapid.SampledFrom(unmanaged).Draw(l.rt, "webhook")
	c := l.newCommand()
	c.imports = n
	c.importID = webhook.StoreID + "/" + webhook.ID
	if l.isSometimes("through the merchant") {
		c.importID = webhook.MerchantID + "/" + c.importID
	}
	c.configs[n] = nil
	c.configs[n] = l.drawCreation(c, webhook.StoreID)
	if rapid.Bool().Draw(l.rt, "adopts") {
		c.configs[n] = acctest.Values{"store_id": webhook.StoreID, "webhook_id": webhook.ID}
	}
	l.run(c)
}

// destroyAll destroys everything. A CLI first plans the configuration as it is, unless it refreshes nothing.
func (l *lives) destroyAll(*rapid.T) {
	c := l.newCommand()
	c.targets = nil
	if !c.skipsRefresh {
		l.begin(c)
		changes, said := l.plan(c)
		if said != "" {
			l.judge(c, l.Webhooks()).expectError(l, said)
			return
		}
		l.keep(changes)
	}

	c.skipsRefresh = true
	clear(c.configs)
	l.run(c)
}

// useForeign plays a command with the other merchant's credentials.
func (l *lives) useForeign(*rapid.T) {
	n := l.drawWith("resource", hasState)
	c := l.newCommand()
	c.provider = l.foreign
	c.configs[n] = nil
	if rapid.Bool().Draw(l.rt, "configures") {
		c.configs[n] = l.drawConfig(c)
	}
	if l.isSometimes("replaces") {
		c.replaces = n
	}
	l.runForeign(c)
}

// taint marks a resource, so that the next command replaces it. Nobody warns who shares its webhook.
func (l *lives) taint(*rapid.T) {
	n := l.drawWith("resource", func(r *managed) bool { return r.State() != nil && !l.isShared(r) })
	l.all[n].isTainted = true
}

// forgetRecord makes what the provider keeps of a resource that of an earlier build.
func (l *lives) forgetRecord(*rapid.T) {
	n := l.drawWith("resource", hasState)
	record := rapid.SampledFrom(earlierRecords).Draw(l.rt, "record")
	l.all[n].Private = []byte(record)
	l.hasApplied = false // the earlier build was another process
}

// vanish deletes a webhook behind the provider's back, which the next refresh must notice.
func (l *lives) vanish(*rapid.T) {
	if l.mode == "off" {
		l.rt.Skip("nothing is read")
	}
	n := l.drawWith("resource", func(r *managed) bool { return r.State() != nil && !l.isShared(r) })
	r := l.all[n]
	l.NextRun(l.t)
	l.hasApplied = false
	l.expectNone(r.Refresh(l.t.Context()))
	l.DeleteWebhook(fmt.Sprint(r.State()["id"]))

	l.NextRun(l.t)
	l.expectNone(r.Refresh(l.t.Context()))
	if r.State() != nil {
		l.fail("the refresh did not notice that %v is gone", r.State())
	}
	*r = managed{Resource: l.resource()}
}

func (l *lives) expectNone(diags acctest.Diagnostics) {
	if diags.Errors() != "" {
		l.fail("it said %s", diags.Errors())
	}
}
