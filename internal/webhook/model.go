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

// name returns the ids by which messages name the webhook, and not how it is addressed.
func (m model) name() paymentapi.WebhookRef { return m.identity(false).ref() }

// withAnswer returns the state m as a refresh makes it. A field that the answer
// lacks stays as in m, and so does a spelling of the same id, URL or triggers.
func (m model) withAnswer(w *paymentapi.Webhook) model {
	m.ID = m.WebhookID
	for _, field := range answered {
		field.fromAnswer(&m, w)
	}
	return m
}

// webhook returns m as an answer has it.
func (m model) webhook() paymentapi.Webhook {
	w := paymentapi.Webhook{ID: m.WebhookID.ValueStringPointer(), StoreID: m.StoreID.ValueStringPointer()}
	for _, field := range answered {
		field.toAnswer(&m, &w)
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
var settings = []field{
	flag.field("active", func(m *model) *types.Bool { return &m.Active }, func(w *paymentapi.Webhook) **bool { return &w.Active }),
	address.field("url", func(m *model) *types.String { return &m.URL }, func(w *paymentapi.Webhook) **string { return &w.URL }),
	events.field("triggers", func(m *model) *types.Set { return &m.Triggers }, func(w *paymentapi.Webhook) **[]string { return &w.Triggers }),
}

// facts are what only an answer shows, and no update changes.
var facts = []field{
	text.field("created_on", func(m *model) *types.String { return &m.CreatedOn }, func(w *paymentapi.Webhook) **string { return &w.CreatedOn }),
	uuid.field("merchant_id", func(m *model) *types.String { return &m.MerchantID }, func(w *paymentapi.Webhook) **string { return &w.MerchantID }),
	uuid.field("platform_id", func(m *model) *types.String { return &m.PlatformID }, func(w *paymentapi.Webhook) **string { return &w.PlatformID }),
}

// updatedOn is the fact that each update changes.
var updatedOn = text.field("updated_on", func(m *model) *types.String { return &m.UpdatedOn }, func(w *paymentapi.Webhook) **string { return &w.UpdatedOn })

// answered is all that a state has from an answer, beside the ids that were asked for.
var answered = slices.Concat(settings, facts, []field{updatedOn})

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

func argumentOf[V attr.Value](name string, in func(*model) *V) argument {
	return argument{name, func(m *model) attr.Value { return *in(m) }, func(to, from *model) { *in(to) = *in(from) }}
}

// field is a field of a webhook that is in a model and in an answer.
type field struct {
	argument
	// fromAnswer gives m the value in w, unless w has none, or has the same one in
	// another spelling.
	fromAnswer func(m *model, w *paymentapi.Webhook)
	// toAnswer gives w the value in m, nil if it is null or not known.
	toAnswer func(m *model, w *paymentapi.Webhook)
	// differ reports whether a webhook has another value than asked for.
	differ func(asked, w *paymentapi.Webhook) (difference, bool)
}

// kind is a kind of fields, which a model has as a V, and an answer as a W.
type kind[V attr.Value, W any] struct {
	encode func(V) *W // of a value that is not null; nil if a part of it is not known
	decode func(*W) V
	same   func(a, b W) bool
	shown  func(W) string // in a message
}

var (
	flag    = kind[types.Bool, bool]{types.Bool.ValueBoolPointer, types.BoolPointerValue, equal[bool], strconv.FormatBool}
	text    = kind[types.String, string]{types.String.ValueStringPointer, types.StringPointerValue, equal[string], shown}
	uuid    = kind[types.String, string]{types.String.ValueStringPointer, types.StringPointerValue, sameID, shown}
	address = kind[types.String, string]{types.String.ValueStringPointer, types.StringPointerValue, sameURL, origin}
	events  = kind[types.Set, []string]{encodeTriggers, decodeTriggers, sameTriggers, shownList}
)

// field returns the field with a name, by where a model and an answer have it.
func (k kind[V, W]) field(name string, inModel func(*model) *V, inAnswer func(*paymentapi.Webhook) **W) field {
	known := func(m *model) *W {
		if value := *inModel(m); providerdata.IsSet(value) {
			return k.encode(value)
		}
		return nil
	}
	fromAnswer := func(m *model, w *paymentapi.Webhook) {
		had, got := known(m), *inAnswer(w)
		if got != nil && (had == nil || !k.same(*had, *got)) {
			*inModel(m) = k.decode(got)
		}
	}
	toAnswer := func(m *model, w *paymentapi.Webhook) { *inAnswer(w) = known(m) }
	differ := func(asked, w *paymentapi.Webhook) (difference, bool) {
		a, b := *inAnswer(asked), *inAnswer(w)
		if a == nil || b == nil || k.same(*a, *b) {
			return difference{}, false
		}
		d := difference{name, k.shown(*a), k.shown(*b)}
		if d.asked == d.answered { // of a URL, only a part is shown
			d.asked, d.answered = "", "another path at "+d.answered
		}
		return d, true
	}
	return field{argumentOf(name, inModel), fromAnswer, toAnswer, differ}
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
