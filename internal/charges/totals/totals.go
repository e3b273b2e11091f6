// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package totals adds charges up: how many there are, and their amounts in each currency, in
// total and in groups. Its figures are exact, and it keeps nothing of a single charge.
package totals

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
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
	Figures // those of all charges

	groupedBy []grouping
	zone      *time.Location

	mu             sync.Mutex
	groups         map[groupKey]*Group
	oldest, newest moment
}

// grouping is something by which charges can be grouped.
type grouping struct {
	name string
	// valueOf returns the value of a charge, nil if it has none. A day is one of the zone.
	valueOf func(*paymentapi.Charge, *time.Location) *string
}

// allGroupings are in alphabetical order, which is that of the keys of groups.
var allGroupings = [...]grouping{
	{"charged_currency", func(c *paymentapi.Charge, _ *time.Location) *string { return c.ChargedCurrency }},
	{"day", func(c *paymentapi.Charge, zone *time.Location) *string { return formatDate(c, zone, time.DateOnly) }},
	{"mode", func(c *paymentapi.Charge, _ *time.Location) *string { return c.Mode }},
	{"month", func(c *paymentapi.Charge, zone *time.Location) *string { return formatDate(c, zone, "2006-01") }},
	{"requested_currency", func(c *paymentapi.Charge, _ *time.Location) *string { return c.RequestedCurrency }},
	{"status", func(c *paymentapi.Charge, _ *time.Location) *string { return c.Status }},
	{"store_id", func(c *paymentapi.Charge, _ *time.Location) *string { return c.StoreID }},
	{"transaction_token_type", func(c *paymentapi.Charge, _ *time.Location) *string { return c.TransactionTokenType }},
}

// groupKey has the value for each of Totals.groupedBy, in that order; the rest is empty. It is an
// array because it is the key of a map.
type groupKey [len(allGroupings)]string

// noValue stands for no value in a groupKey. Values are UTF-8, and this is not, so it equals none of them. It comes
// after all of them.
const noValue = "\xff"

// moment is the created_on of a charge.
type moment struct {
	time time.Time
	text *string // as the service writes it; nil if there is no moment
}

// isBefore compares times, and the texts of one time, so that the order of charges does not matter.
func (m moment) isBefore(other moment) bool {
	byTime := m.time.Compare(other.time)
	byText := strings.Compare(*m.text, *other.text)
	return cmp.Or(byTime, byText) < 0
}

// New returns Totals in groups by the given names, of which no name means no groups. The
// days of groups are those of the zone.
func New(groupBy []string, zone *time.Location) *Totals {
	t := &Totals{
		Figures: newFigures(),
		zone:    zone,
		groups:  map[groupKey]*Group{},
	}

	for _, g := range allGroupings {
		if slices.Contains(groupBy, g.name) {
			t.groupedBy = append(t.groupedBy, g)
		}
	}
	return t
}

// Add adds charges. Its error is ErrTooManyGroups.
func (t *Totals) Add(charges []paymentapi.Charge) error {
	t.mu.Lock()
	defer t.mu.Unlock()

	for i := range charges {
		if err := t.add(&charges[i]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a charge to the figures of all, and to those of its group.
func (t *Totals) add(charge *paymentapi.Charge) error {
	t.noteTime(charge)
	t.Figures.add(charge)
	if len(t.groupedBy) == 0 {
		return nil
	}

	group, err := t.groupOf(charge)
	if err != nil {
		return err
	}
	group.add(charge)
	return nil
}

// noteTime keeps the time of a charge if it is the oldest or the newest so far.
func (t *Totals) noteTime(charge *paymentapi.Charge) {
	created, ok := charge.Created()
	if !ok {
		return
	}

	m := moment{created, charge.CreatedOn}
	if t.oldest.text == nil || m.isBefore(t.oldest) {
		t.oldest = m
	}
	if t.newest.text == nil || t.newest.isBefore(m) {
		t.newest = m
	}
}

// groupOf returns the group of a charge, and makes it if the charge is its first.
func (t *Totals) groupOf(charge *paymentapi.Charge) (*Group, error) {
	var key groupKey
	for i, g := range t.groupedBy {
		key[i] = noValue
		if value := g.valueOf(charge, t.zone); value != nil {
			key[i] = *value
		}
	}
	if group := t.groups[key]; group != nil {
		return group, nil
	}

	if len(t.groups) == MaxGroups {
		return nil, ErrTooManyGroups
	}

	group := &Group{Key: map[string]*string{}, Figures: newFigures()}
	for _, g := range t.groupedBy {
		group.Key[g.name] = g.valueOf(charge, t.zone)
	}
	t.groups[key] = group
	return group, nil
}

// Oldest returns the created_on of the oldest charge as the service writes it, or nil if no
// charge says when it was created.
func (t *Totals) Oldest() *string {
	return t.oldest.text
}

// Newest is Oldest for the newest charge.
func (t *Totals) Newest() *string {
	return t.newest.text
}

// Groups returns the groups in the order of their keys: name by name, alphabetically, and
// those that lack a value last.
func (t *Totals) Groups() []Group {
	inOrder := func(a, b groupKey) int { return slices.Compare(a[:], b[:]) }
	keys := slices.SortedFunc(maps.Keys(t.groups), inOrder)

	groups := make([]Group, 0, len(keys))
	for _, key := range keys {
		groups = append(groups, *t.groups[key])
	}
	return groups
}

// formatDate returns the day on which a charge was created, or the month, nil if it does not say
// when.
func formatDate(charge *paymentapi.Charge, zone *time.Location, layout string) *string {
	created, ok := charge.Created()
	if !ok {
		return nil
	}
	return new(period.DayOf(created, zone).Format(layout))
}

// Fields returns the fields of a charge that a summary with groups by the given names needs. The
// names day and month select no field, and created_on is not among them: the client reads it
// anyway, and in any form, so that a charge without a readable time does not make the summary fail.
func Fields(groupBy []string) []string {
	fields := []string{
		"requested_amount", "requested_currency", "requested_amount_formatted",
		"charged_amount", "charged_currency", "charged_amount_formatted",
		"fee_amount", "fee_currency", "fee_amount_formatted",
	}
	return append(fields, groupBy...)
}

// Groupings returns the names of all that charges can be grouped by.
func Groupings() []string {
	names := make([]string, len(allGroupings))
	for i, g := range allGroupings {
		names[i] = g.name
	}
	return names
}
