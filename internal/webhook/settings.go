// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// settings are what a write sends, and an answer shows, of a webhook. The token
// is not one of them: no answer shows it, and three arguments are about it.
var settings = []field{
	row[types.Bool, bool]{
		name: "active", value: func(m *model) *types.Bool { return &m.Active }, wire: func(w *paymentapi.Webhook) **bool { return &w.Active },
		encode: types.Bool.ValueBoolPointer, decode: types.BoolPointerValue, same: equal[bool], shown: strconv.FormatBool,
	},
	row[types.String, string]{
		name: "url", value: func(m *model) *types.String { return &m.URL }, wire: func(w *paymentapi.Webhook) **string { return &w.URL },
		encode: types.String.ValueStringPointer, decode: types.StringPointerValue, same: sameURL, shown: origin,
	},
	row[types.Set, []string]{
		name: "triggers", value: func(m *model) *types.Set { return &m.Triggers }, wire: func(w *paymentapi.Webhook) **[]string { return &w.Triggers },
		encode: encodeTriggers, decode: decodeTriggers, same: sameTriggers, shown: shownList,
	},
}

// facts are what only an answer shows, and no update changes.
var facts = []field{
	fact(func(m *model) *types.String { return &m.CreatedOn }, func(w *paymentapi.Webhook) **string { return &w.CreatedOn }, equal),
	fact(func(m *model) *types.String { return &m.MerchantID }, func(w *paymentapi.Webhook) **string { return &w.MerchantID }, sameID),
	fact(func(m *model) *types.String { return &m.PlatformID }, func(w *paymentapi.Webhook) **string { return &w.PlatformID }, sameID),
}

// updatedOn is the fact that each update changes.
var updatedOn = fact(func(m *model) *types.String { return &m.UpdatedOn }, func(w *paymentapi.Webhook) **string { return &w.UpdatedOn }, equal)

// answered are all fields that a state has from an answer.
var answered = append(append([]field{updatedOn}, facts...), settings...)

// field is a field of a webhook in a model and in what is sent and answered.
type field interface {
	label() string
	get(m *model) attr.Value
	copy(to, from *model)
	// send gives w the value in m, if it is known.
	send(m *model, w *paymentapi.Webhook)
	// receive gives m the value in w, unless w has none, or has the same one in
	// another spelling.
	receive(m *model, w *paymentapi.Webhook)
	// differ reports whether both webhooks have the field, with different values.
	differ(asked, answered *paymentapi.Webhook) (difference, bool)
}

// row is a field with one type in a model and one in JSON.
type row[V attr.Value, W any] struct {
	name   string // in messages
	value  func(*model) *V
	wire   func(*paymentapi.Webhook) **W
	encode func(V) *W // nil for a null
	decode func(*W) V // null for nil
	same   func(a, b W) bool
	shown  func(W) string // as messages show it
}

func (r row[V, W]) label() string { return r.name }

func (r row[V, W]) get(m *model) attr.Value { return *r.value(m) }

func (r row[V, W]) copy(to, from *model) { *r.value(to) = *r.value(from) }

func (r row[V, W]) send(m *model, w *paymentapi.Webhook) {
	if value := *r.value(m); providerdata.IsSet(value) {
		*r.wire(w) = r.encode(value)
	}
}

func (r row[V, W]) receive(m *model, w *paymentapi.Webhook) {
	var before paymentapi.Webhook
	r.send(m, &before)
	had, got := *r.wire(&before), *r.wire(w)
	if got != nil && (had == nil || !r.same(*had, *got)) {
		*r.value(m) = r.decode(got)
	}
}

func (r row[V, W]) differ(asked, answered *paymentapi.Webhook) (difference, bool) {
	a, b := *r.wire(asked), *r.wire(answered)
	if a == nil || b == nil || r.same(*a, *b) {
		return difference{}, false
	}
	d := difference{r.name, r.shown(*a), r.shown(*b)}
	if d.asked == d.answered { // of a URL, only a part is shown
		d.answered = "another path at " + d.answered
	}
	return d, true
}

func fact(value func(*model) *types.String, wire func(*paymentapi.Webhook) **string, same func(a, b string) bool) field {
	return row[types.String, string]{value: value, wire: wire, encode: types.String.ValueStringPointer, decode: types.StringPointerValue, same: same}
}

func equal[T comparable](a, b T) bool { return a == b }

// encodeTriggers returns nil if one of the triggers is unknown.
func encodeTriggers(set types.Set) *[]string {
	if hasUnknown(set) {
		return nil
	}
	list := triggerList(set)
	return &list
}

func decodeTriggers(list *[]string) types.Set { return triggerSet(*list) }
