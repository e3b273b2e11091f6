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

// webhook returns the ids, settings and times of m as an answer has them.
func (m model) webhook() paymentapi.Webhook {
	w := paymentapi.Webhook{
		ID: m.WebhookID.ValueStringPointer(), StoreID: m.StoreID.ValueStringPointer(), MerchantID: m.MerchantID.ValueStringPointer(),
		PlatformID: m.PlatformID.ValueStringPointer(), CreatedOn: m.CreatedOn.ValueStringPointer(), UpdatedOn: m.UpdatedOn.ValueStringPointer(),
	}
	for _, setting := range settings {
		setting.send(&m, &w.WebhookSettings)
	}
	return w
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

// settings are what a write sends, and an answer shows, of a webhook. The token is not one
// of them: no answer shows it, and three arguments are about it.
var settings = []setting{
	settingOf("active", func(m *model) *types.Bool { return &m.Active },
		func(s *sent) *bool { return s.Active }, func(s *sent, v *bool) { s.Active = v },
		types.Bool.ValueBoolPointer, types.BoolPointerValue, equal, strconv.FormatBool),
	settingOf("url", func(m *model) *types.String { return &m.URL },
		func(s *sent) *string { return s.URL }, func(s *sent, v *string) { s.URL = v },
		types.String.ValueStringPointer, types.StringPointerValue, sameURL, origin),
	settingOf("triggers", func(m *model) *types.Set { return &m.Triggers },
		func(s *sent) *[]string { return s.Triggers }, func(s *sent, v *[]string) { s.Triggers = v },
		encodeTriggers, decodeTriggers, sameTriggers, shownList),
}

// facts are what only an answer shows, and no update changes.
var facts = []field{
	factOf("created_on", func(m *model) *types.String { return &m.CreatedOn }, func(w *paymentapi.Webhook) *string { return w.CreatedOn }, equal),
	factOf("merchant_id", func(m *model) *types.String { return &m.MerchantID }, func(w *paymentapi.Webhook) *string { return w.MerchantID }, sameID),
	factOf("platform_id", func(m *model) *types.String { return &m.PlatformID }, func(w *paymentapi.Webhook) *string { return w.PlatformID }, sameID),
}

// updatedOn is the fact that each update changes.
var updatedOn = factOf("updated_on", func(m *model) *types.String { return &m.UpdatedOn }, func(w *paymentapi.Webhook) *string { return w.UpdatedOn }, equal)

// answered are all fields that a state has from an answer.
var answered = func() []field {
	all := append([]field{updatedOn}, facts...)
	for _, setting := range settings {
		all = append(all, setting.field)
	}
	return all
}()

// authToken and authTokenWOVersion are what a state has of the token, which no answer
// shows.
var (
	authToken          = argumentOf("auth_token", func(m *model) *types.String { return &m.AuthToken })
	authTokenWOVersion = argumentOf("auth_token_wo_version", func(m *model) *types.Number { return &m.AuthTokenWOVersion })
)

// argument is an argument in a model.
type argument struct {
	name string
	get  func(m *model) attr.Value
	copy func(to, from *model)
}

// field is a field of a webhook in a model and in an answer.
type field struct {
	argument
	// receive gives m the value in w, unless w has none, or has the same one in
	// another spelling.
	receive func(m *model, w *paymentapi.Webhook)
}

// setting is a field that can be sent, too.
type setting struct {
	field
	// send gives s the value in m, if it is known.
	send func(m *model, s *sent)
	// differ reports whether a webhook has the setting with another value than asked for.
	differ func(asked *sent, w *paymentapi.Webhook) (difference, bool)
}

type sent = paymentapi.WebhookSettings

func argumentOf[V attr.Value](name string, in func(*model) *V) argument {
	return argument{name, func(m *model) attr.Value { return *in(m) }, func(to, from *model) { *in(to) = *in(from) }}
}

func factOf(name string, in func(*model) *types.String, take func(*paymentapi.Webhook) *string, same func(a, b string) bool) field {
	return field{argumentOf(name, in), func(m *model, w *paymentapi.Webhook) {
		had, got := in(m), take(w)
		if got != nil && (!providerdata.IsSet(*had) || !same(had.ValueString(), *got)) {
			*had = types.StringValue(*got)
		}
	}}
}

// settingOf returns a setting of one type in a model and another one in JSON. What
// encodes and decodes makes nil of a null, and the other way round; shown is for messages.
func settingOf[V attr.Value, W any](
	name string, in func(*model) *V, take func(*sent) *W, put func(*sent, *W),
	encode func(V) *W, decode func(*W) V, same func(a, b W) bool, shown func(W) string,
) setting {
	receive := func(m *model, w *paymentapi.Webhook) {
		got := take(&w.WebhookSettings)
		if got == nil {
			return
		}
		if had := *in(m); providerdata.IsSet(had) {
			if before := encode(had); before != nil && same(*before, *got) {
				return
			}
		}
		*in(m) = decode(got)
	}
	send := func(m *model, s *sent) {
		if value := *in(m); providerdata.IsSet(value) {
			put(s, encode(value))
		}
	}
	differ := func(asked *sent, w *paymentapi.Webhook) (difference, bool) {
		a, b := take(asked), take(&w.WebhookSettings)
		if a == nil || b == nil || same(*a, *b) {
			return difference{}, false
		}
		d := difference{name, shown(*a), shown(*b)}
		if d.asked == d.answered { // of a URL, only a part is shown
			d.asked, d.answered = "", "another path at "+d.answered
		}
		return d, true
	}
	return setting{field{argumentOf(name, in), receive}, send, differ}
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
