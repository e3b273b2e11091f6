// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package totals adds charges up: how many there are, and their amounts in each
// currency, in total and in groups. Its figures are exact, and it keeps
// nothing of a single charge.
package totals

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// MaxGroups limits the number of groups.
const MaxGroups = 10_000

// ErrTooManyGroups is the error of charges that fall into more groups than MaxGroups.
var ErrTooManyGroups = errors.New("the charges fall into too many groups")

// Group is the totals of the charges with the same key.
type Group struct {
	// Key has a value for each name that charges are grouped by; nil for charges that lack it.
	Key map[string]*string
	Figures
}

// Totals add charges up. They do not depend on the order in which charges are
// added, so the parts of a list may be added at the same time.
type Totals struct {
	groupings []grouping
	dayOf     func(time.Time) time.Time

	mu             sync.Mutex
	all            Figures
	groups         map[groupKey]*Group
	oldest, newest moment
}

// groupKey has the facts that the charges of a group have in common, as far as
// there are groupings.
type groupKey [len(groupings)]fact

// fact is a text that a charge may lack.
type fact struct {
	text  string
	known bool
}

// moment is a created_on, and as the service writes it, which is nil for none.
type moment struct {
	time time.Time
	text *string
}

// New returns Totals in groups by the given names, of which no name means no groups. The
// function dayOf returns the day by which charges of a time are grouped.
func New(groupBy []string, dayOf func(time.Time) time.Time) *Totals {
	t := &Totals{dayOf: dayOf, all: newFigures(), groups: map[groupKey]*Group{}}
	for _, g := range groupings {
		if slices.Contains(groupBy, g.name) {
			t.groupings = append(t.groupings, g)
		}
	}
	return t
}

// Add adds charges. Its error is ErrTooManyGroups.
func (t *Totals) Add(charges []paymentapi.Charge) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range charges {
		c := &charges[i]
		created := t.note(c)
		t.all.add(c)
		if len(t.groupings) == 0 {
			continue
		}
		group, err := t.group(c, created)
		if err != nil {
			return err
		}
		group.add(c)
	}
	return nil
}

// note keeps the time of a charge if it is the oldest or the newest so far, and
// returns it, or nil if the charge has no readable time.
func (t *Totals) note(c *paymentapi.Charge) *time.Time {
	created, ok := c.Created()
	if !ok {
		return nil
	}
	if t.oldest.text == nil || created.Before(t.oldest.time) {
		t.oldest = moment{created, c.CreatedOn}
	}
	if t.newest.text == nil || created.After(t.newest.time) {
		t.newest = moment{created, c.CreatedOn}
	}
	return &created
}

func (t *Totals) group(c *paymentapi.Charge, created *time.Time) (*Group, error) {
	var (
		key groupKey
		day *time.Time
	)
	if created != nil && t.dayOf != nil {
		day = new(t.dayOf(*created))
	}
	for i, g := range t.groupings {
		if value := g.of(c, day); value != nil {
			key[i] = fact{*value, true}
		}
	}
	if group := t.groups[key]; group != nil {
		return group, nil
	}
	if len(t.groups) == MaxGroups {
		return nil, ErrTooManyGroups
	}
	group := &Group{Key: map[string]*string{}, Figures: newFigures()}
	for _, g := range t.groupings {
		group.Key[g.name] = g.of(c, day)
	}
	t.groups[key] = group
	return group, nil
}

// All returns the figures of all charges.
func (t *Totals) All() *Figures { return &t.all }

// Oldest and Newest return the created_on of the oldest and the newest charge
// as the service writes it, or nil if no charge says when it was created.
func (t *Totals) Oldest() *string { return t.oldest.text }

// Newest is described with Oldest.
func (t *Totals) Newest() *string { return t.newest.text }

// Groups returns the groups in the order of their keys.
func (t *Totals) Groups() []Group {
	groups := make([]Group, 0, len(t.groups))
	for _, key := range slices.SortedFunc(maps.Keys(t.groups), compareKeys) {
		groups = append(groups, *t.groups[key])
	}
	return groups
}

// compareKeys orders keys fact by fact, alphabetically, and a missing one after all others.
func compareKeys(a, b groupKey) int {
	return slices.CompareFunc(a[:], b[:], func(a, b fact) int {
		switch {
		case a.known == b.known:
			return strings.Compare(a.text, b.text)
		case a.known:
			return -1
		}
		return 1
	})
}

// grouping is a fact by which charges can be grouped.
type grouping struct {
	name string
	// of returns the fact of a charge that was created on a day in the time zone of the
	// groups; nil if it lacks the fact.
	of func(c *paymentapi.Charge, day *time.Time) *string
}

// groupings are in alphabetical order, which is that of the keys of groups.
var groupings = [...]grouping{
	{"charged_currency", func(c *paymentapi.Charge, _ *time.Time) *string { return c.ChargedCurrency }},
	{"day", func(_ *paymentapi.Charge, day *time.Time) *string { return format(day, time.DateOnly) }},
	{"mode", func(c *paymentapi.Charge, _ *time.Time) *string { return c.Mode }},
	{"month", func(_ *paymentapi.Charge, day *time.Time) *string { return format(day, "2006-01") }},
	{"requested_currency", func(c *paymentapi.Charge, _ *time.Time) *string { return c.RequestedCurrency }},
	{"status", func(c *paymentapi.Charge, _ *time.Time) *string { return c.Status }},
	{"store_id", func(c *paymentapi.Charge, _ *time.Time) *string { return c.StoreID }},
	{"transaction_token_type", func(c *paymentapi.Charge, _ *time.Time) *string { return c.TransactionTokenType }},
}

func format(t *time.Time, layout string) *string {
	if t == nil {
		return nil
	}
	return new(t.Format(layout))
}

// Fields returns the fields of a charge that a summary with groups by the given names
// needs. created_on is not among them: the client reads it anyway, and in any form, so
// that a charge without a readable time does not make the summary fail.
func Fields(groupBy []string) []string {
	return append([]string{
		"requested_amount", "requested_currency", "requested_amount_formatted",
		"charged_amount", "charged_currency", "charged_amount_formatted",
		"fee_amount", "fee_currency", "fee_amount_formatted",
	}, groupBy...)
}

// Groupings returns the names of all that charges can be grouped by.
func Groupings() []string {
	names := make([]string, len(groupings))
	for i, g := range groupings {
		names[i] = g.name
	}
	return names
}
