// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
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

// answerModel is what the service answers of a webhook (API description, section 2.3).
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

// identity is the ids that name a webhook: in what the CLI calls the identity of the resource, in an import,
// and in the configuration of the action.
type identity struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
	WebhookID  types.String `tfsdk:"webhook_id"`
}

// privateRecord is what the resource keeps of a webhook in its private state.
type privateRecord struct {
	Owner        string `json:"owner,omitempty"`         // name of the resource among those of a run; see intent
	Readable     bool   `json:"readable,omitempty"`      // a GET for the webhook was answered once
	Listed       bool   `json:"listed,omitempty"`        // a list of its store had the webhook once
	MerchantPath bool   `json:"merchant_path,omitempty"` // the webhook is addressed through its merchant
}

const recordKey = "webhook" // in the private state

// privateState is where a CLI keeps a record.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// loadRecord returns the record in private, and whether there is one. There is none in the read of an
// import, nor in the delete of a tainted webhook that is replaced.
func loadRecord(ctx context.Context, private privateState, diags *diag.Diagnostics) (record privateRecord, found bool) {
	value, problems := private.GetKey(ctx, recordKey)
	diags.Append(problems...)
	_ = json.Unmarshal(value, &record) // only save writes it
	return record, value != nil
}

// save puts the record into private.
func (record privateRecord) save(ctx context.Context, private privateState, diags *diag.Diagnostics) {
	value, _ := json.Marshal(record) // nothing in it can fail
	diags.Append(private.SetKey(ctx, recordKey, value)...)
}

// stored is a webhook that a state has.
type stored struct {
	state     model
	record    privateRecord
	hasRecord bool
}

// ref names the webhook to the client.
func (s stored) ref() paymentapi.WebhookRef {
	return s.state.ref(s.record.MerchantPath)
}

// isImported reports whether a read follows an import. (A deletion without a record is one of a tainted webhook.)
func (s stored) isImported() bool {
	return !s.hasRecord
}

// emptyModel is a state of which nothing is known.
func emptyModel() model {
	return model{answerModel: answerModel{Triggers: types.SetNull(types.StringType)}}
}

// ref names the webhook to the client.
func (id identity) ref() paymentapi.WebhookRef {
	return paymentapi.WebhookRef{
		MerchantID: id.MerchantID.ValueString(),
		StoreID:    id.StoreID.ValueString(),
		WebhookID:  id.WebhookID.ValueString(),
	}
}

// isKnown reports whether each of the ids that is configured is known.
func (id identity) isKnown() bool {
	ids := []types.String{id.MerchantID, id.StoreID, id.WebhookID}
	return !slices.ContainsFunc(ids, types.String.IsUnknown)
}

// ref names the webhook to the client, with the URL that no message may show.
func (m model) ref(throughMerchant bool) paymentapi.WebhookRef {
	ref := m.identity(throughMerchant).ref()
	ref.KnownURL = m.URL.ValueString()
	return ref
}

// identity returns the ids that name the webhook. A CLI does not let them change, but a merchant
// may become known later: it is one of them only if the webhook is addressed through it.
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
	if w.Active != nil {
		m.Active = types.BoolValue(*w.Active)
	}

	isSameURL := func(url string) bool {
		return providerdata.IsSet(m.URL) && validators.SameURL(m.URL.ValueString(), url)
	}
	if w.URL != nil && !isSameURL(*w.URL) {
		m.URL = types.StringValue(*w.URL)
	}

	if w.Triggers != nil {
		had := encodeTriggers(m.Triggers)
		if had == nil || !sameTriggers(*had, *w.Triggers) {
			m.Triggers = decodeTriggers(*w.Triggers)
		}
	}

	m.MerchantID = keepUnlessNewer(m.MerchantID, w.MerchantID)
	m.PlatformID = keepUnlessNewer(m.PlatformID, w.PlatformID)
	m.CreatedOn = keepUnlessNewer(m.CreatedOn, w.CreatedOn)
	m.UpdatedOn = keepUnlessNewer(m.UpdatedOn, w.UpdatedOn)
	return m
}

// keepUnlessNewer returns what a state has of a text after an answer. Another letter case is no news.
func keepUnlessNewer(had types.String, got *string) types.String {
	if got == nil || providerdata.IsSet(had) && strings.EqualFold(had.ValueString(), *got) {
		return had
	}
	return types.StringValue(*got)
}

// fillUnknowns returns m with each value that is unknown taken from other.
func (m model) fillUnknowns(other model) model {
	if m.Active.IsUnknown() {
		m.Active = other.Active
	}

	if m.Triggers.IsUnknown() {
		m.Triggers = other.Triggers
	}

	for _, text := range []struct{ to, from *types.String }{
		{&m.URL, &other.URL},
		{&m.MerchantID, &other.MerchantID},
		{&m.PlatformID, &other.PlatformID},
		{&m.CreatedOn, &other.CreatedOn},
		{&m.UpdatedOn, &other.UpdatedOn},
	} {
		if text.to.IsUnknown() {
			*text.to = *text.from
		}
	}

	return m
}

// isOtherID reports whether an id is configured, known, and really another one than in a state.
func isOtherID(config, state types.String) bool {
	return areDifferentIDs(config.ValueString(), state.ValueString())
}

// sameID reports whether two UUIDs are one, however they are spelled.
func sameID(a, b string) bool {
	return strings.EqualFold(a, b)
}

// areDifferentIDs reports whether two UUIDs are known, and are not one. One that is empty is not known.
func areDifferentIDs(a, b string) bool {
	return a != "" && b != "" && !sameID(a, b)
}

// sameTriggers reports whether two lists hold the same events, in any order, case and number.
func sameTriggers(a, b []string) bool {
	return slices.Equal(canonicalTriggers(a), canonicalTriggers(b))
}

func canonicalTriggers(list []string) []string {
	folded := make([]string, len(list))
	for i, trigger := range list {
		folded[i] = strings.ToLower(trigger)
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}

// hasURL reports whether a webhook has the URL of a patch.
func hasURL(w *paymentapi.Webhook, patch paymentapi.WebhookPatch) bool {
	return w.URL != nil && patch.URL != nil && validators.SameURL(*w.URL, *patch.URL)
}

// sameHost reports whether two URLs lead to the same host and port.
func sameHost(a, b string) bool {
	first, errFirst := url.Parse(a)
	second, errSecond := url.Parse(b)
	if errFirst != nil || errSecond != nil {
		return a == b
	}
	return validators.HostAndPort(first) == validators.HostAndPort(second)
}

// encodeTriggers returns the elements, sorted: nil if they are null or one is unknown.
func encodeTriggers(set types.Set) *[]string {
	if !providerdata.IsSet(set) {
		return nil
	}

	list := []string{}
	for _, element := range set.Elements() {
		trigger, ok := element.(types.String)
		if !ok || !providerdata.IsSet(trigger) {
			return nil
		}

		list = append(list, trigger.ValueString())
	}

	slices.Sort(list)
	return &list
}

func decodeTriggers(list []string) types.Set {
	sorted := slices.Sorted(slices.Values(list))
	var elements []attr.Value
	for _, trigger := range slices.Compact(sorted) {
		elements = append(elements, types.StringValue(trigger))
	}
	return types.SetValueMust(types.StringType, elements)
}

// findByID returns the webhook of a list that has an id, nil if none has.
func findByID(all []paymentapi.Webhook, id string) *paymentapi.Webhook {
	return find(all, func(w *paymentapi.Webhook) bool { return sameID(*w.ID, id) })
}

// findDuplicate returns the webhook of a list that has the URL and the triggers of a patch, nil if
// none has. One whose triggers are not known counts, too.
func findDuplicate(all []paymentapi.Webhook, patch paymentapi.WebhookPatch) *paymentapi.Webhook {
	if patch.Triggers == nil {
		return nil
	}

	return find(all, func(w *paymentapi.Webhook) bool {
		haveSameTriggers := w.Triggers == nil || sameTriggers(*w.Triggers, *patch.Triggers)
		return hasURL(w, patch) && haveSameTriggers
	})
}

// find returns the first element of a list that matches, nil if none does.
func find[T any](list []T, matches func(*T) bool) *T {
	for i := range list {
		if matches(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// withoutIDs returns a list without the webhooks that have one of these ids, in lower case.
func withoutIDs(all []paymentapi.Webhook, ids map[string]bool) []paymentapi.Webhook {
	return slices.DeleteFunc(slices.Clone(all), func(w paymentapi.Webhook) bool {
		return ids[strings.ToLower(*w.ID)]
	})
}
