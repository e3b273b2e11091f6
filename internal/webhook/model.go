// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// model is a webhook in a configuration, a plan or a state of the resource.
type model struct {
	answerModel

	AuthToken          types.String `tfsdk:"auth_token"`
	AuthTokenWO        types.String `tfsdk:"auth_token_wo"`
	AuthTokenWOVersion types.Number `tfsdk:"auth_token_wo_version"`
	DeleteOnDestroy    types.Bool   `tfsdk:"delete_on_destroy"`
	WebhookID          types.String `tfsdk:"webhook_id"`
}

// answerModel is what the service answers of a webhook (API description, section
// 2.3): all that the data source has of one.
type answerModel struct {
	Active     types.Bool   `tfsdk:"active"`
	CreatedOn  types.String `tfsdk:"created_on"`
	ID         types.String `tfsdk:"id"`
	MerchantID types.String `tfsdk:"merchant_id"`
	PlatformID types.String `tfsdk:"platform_id"`
	StoreID    types.String `tfsdk:"store_id"`
	Triggers   types.Set    `tfsdk:"triggers"`
	UpdatedOn  types.String `tfsdk:"updated_on"`
	URL        types.String `tfsdk:"url"`
}

// identity is the ids that a webhook has in the CLI's identity of a resource, in
// an import and in the action.
type identity struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
	WebhookID  types.String `tfsdk:"webhook_id"`
}

// emptyModel is a state of which nothing is known.
func emptyModel() model {
	return model{answerModel: answerModel{Triggers: types.SetNull(types.StringType)}}
}

// ref names the webhook to the client.
func (id identity) ref() paymentapi.WebhookRef {
	return paymentapi.WebhookRef{MerchantID: id.MerchantID.ValueString(), StoreID: id.StoreID.ValueString(), WebhookID: id.WebhookID.ValueString()}
}

// identity returns the ids that name the webhook. A CLI records them and does
// not let them change, but a webhook's merchant may become known later. So the
// merchant is one of them only if the webhook is addressed through it.
func (m model) identity(throughMerchant bool) identity {
	id := identity{MerchantID: types.StringNull(), StoreID: m.StoreID, WebhookID: m.WebhookID}
	if throughMerchant {
		id.MerchantID = m.MerchantID
	}
	return id
}

// withAnswer returns the state m as a refresh makes it. A field that the answer
// lacks stays as in m, and so does a spelling of the same id, URL or triggers.
func (m model) withAnswer(w *paymentapi.Webhook) model {
	m.ID = m.WebhookID
	for _, field := range answered {
		field.receive(&m, w)
	}
	return m
}

// withoutUnknowns returns m with each value that is unknown taken from other.
func (m model) withoutUnknowns(other model) model {
	m.ID = m.WebhookID
	for _, field := range answered {
		if field.get(&m).IsUnknown() {
			field.copy(&m, &other)
		}
	}
	return m
}

// sameText reports whether two ids are one, however they are spelled, or both
// null, or both unknown.
func sameText(a, b types.String) bool {
	return a.Equal(b) || providerdata.IsSet(a) && providerdata.IsSet(b) && sameID(a.ValueString(), b.ValueString())
}

// minToken is the length from which on a token counts as repeated wherever it
// stands in a text. A shorter one may be part of an id by chance.
const minToken = 8

// withoutToken returns an answer without the fields that repeat one of the
// tokens and would bring it into a state. The URL and the triggers are public,
// whatever they hold.
func withoutToken(w *paymentapi.Webhook, tokens ...types.String) *paymentapi.Webhook {
	clean := *w
	for _, field := range []**string{&clean.ID, &clean.StoreID, &clean.MerchantID, &clean.PlatformID, &clean.CreatedOn, &clean.UpdatedOn} {
		for _, token := range tokens {
			secret := token.ValueString()
			if *field != nil && secret != "" && (**field == secret || len(secret) >= minToken && strings.Contains(**field, secret)) {
				*field = nil
			}
		}
	}
	return &clean
}

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

// authToken and authTokenWOVersion are what a state has of the token, which no answer
// shows.
var (
	authToken          argument = row[types.String, string]{name: "auth_token", value: func(m *model) *types.String { return &m.AuthToken }}
	authTokenWOVersion argument = row[types.Number, string]{name: "auth_token_wo_version", value: func(m *model) *types.Number { return &m.AuthTokenWOVersion }}
)

// argument is an argument in a model.
type argument interface {
	label() string
	get(m *model) attr.Value
	copy(to, from *model)
}

// field is a field of a webhook in a model and in what is sent and answered.
type field interface {
	argument
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
		d.asked, d.answered = "", "another path at "+d.answered
	}
	return d, true
}

func fact(value func(*model) *types.String, wire func(*paymentapi.Webhook) **string, same func(a, b string) bool) field {
	return row[types.String, string]{value: value, wire: wire, encode: types.String.ValueStringPointer, decode: types.StringPointerValue, same: same}
}

func equal[T comparable](a, b T) bool { return a == b }

// encodeTriggers returns the elements, sorted: nil if one is unknown, and never a nil
// list, so that an empty one is sent as [].
func encodeTriggers(set types.Set) *[]string {
	list := []string{}
	for _, element := range set.Elements() {
		name, ok := element.(types.String)
		if !ok || name.IsUnknown() {
			return nil
		}
		list = append(list, name.ValueString())
	}
	slices.Sort(list)
	return &list
}

func decodeTriggers(list *[]string) types.Set {
	var elements []attr.Value
	for _, trigger := range slices.Compact(slices.Sorted(slices.Values(*list))) {
		elements = append(elements, types.StringValue(trigger))
	}
	return types.SetValueMust(types.StringType, elements)
}
