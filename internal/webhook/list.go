// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// listing is a store's webhooks, in the service's order, each once.
type listing struct {
	webhooks []paymentapi.Webhook
	// more reports whether the service has further webhooks beyond the limit.
	more bool
	// notOffered is the error of a service that lists no webhooks.
	notOffered error
}

// maxWebhooks is many times what a store has, and keeps a list without end out of
// memory.
const maxWebhooks = 10_000

// find returns the webhook with this id, nil if the list has none.
func (l listing) find(id string) *paymentapi.Webhook {
	if i := slices.IndexFunc(l.webhooks, func(w paymentapi.Webhook) bool { return sameID(*w.ID, id) }); i >= 0 {
		return &l.webhooks[i]
	}
	return nil
}

// readList reads the webhooks of a store through all pages, or up to limit if it
// is above 0. With an error, the listing is empty.
func readList(ctx context.Context, client *paymentapi.Client, q paymentapi.WebhookQuery, limit int) (listing, error) {
	var read listing
	for page, err := range client.ListWebhooks(ctx, q) {
		if err != nil {
			return listing{}, err
		}
		read.webhooks = append(read.webhooks, page.Items...)
		if len(read.webhooks) > maxWebhooks {
			return listing{}, errors.New("After 10000 webhooks, the list continues. " + noPartKept + " A store normally has far fewer webhooks. Ask the operator of the service about it.") //nolint:staticcheck // a sentence of the message
		}
		if limit > 0 && len(read.webhooks) >= limit {
			read.more = page.HasMore || len(read.webhooks) > limit
			read.webhooks = read.webhooks[:limit]
			break
		}
	}
	return read, nil
}

// isNotListed reports whether an error of a list may mean that the service lists no
// webhooks.
func isNotListed(err error) bool {
	page, ok := errors.AsType[*paymentapi.PageError](err)
	return ok && page.Page == 1 && isNotOffered(err)
}

// listStore returns the webhooks of the store of ref, without those that this run has
// deleted. They are read once for a store and run; that the service offers no list is
// remembered, too.
func (r *webhookResource) listStore(ctx context.Context, ref paymentapi.WebhookRef) (listing, error) {
	q := paymentapi.WebhookQuery{MerchantID: strings.ToLower(ref.MerchantID), StoreID: strings.ToLower(ref.StoreID)}
	read, err := providerdata.Memoize(ctx, r.data, q, func() (listing, error) {
		read, err := readList(ctx, r.data.Client, q, 0)
		if isNotListed(err) {
			return listing{notOffered: err}, nil
		}
		return read, err
	})
	read.webhooks = slices.DeleteFunc(slices.Clone(read.webhooks), func(w paymentapi.Webhook) bool { return r.claims().IsDeleted(strings.ToLower(*w.ID)) })
	return read, err
}

// scope says whose webhooks are listed.
type scope struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
}

func (s scope) query() paymentapi.WebhookQuery {
	return paymentapi.WebhookQuery{MerchantID: s.MerchantID.ValueString(), StoreID: s.StoreID.ValueString()}
}

// read lists the webhooks of the scope, up to limit if it is above 0, unless there is an
// error already.
func (s scope) read(ctx context.Context, data *providerdata.Data, timeout time.Duration, limit int, diags *diag.Diagnostics) listing {
	if diags.HasError() || !providerdata.RequireClient(data, "listing webhooks", diags) {
		return listing{}
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	read, err := readList(ctx, data.Client, s.query(), limit)
	if err != nil {
		addListError(diags, s.query(), err)
	}
	return read
}

// listModel is the data source in a configuration and a state.
type listModel struct {
	scope

	Timeouts types.Object  `tfsdk:"timeouts"`
	Webhooks []answerModel `tfsdk:"webhooks"`
}

// listed returns w as the managed resource has it right after its import, with
// its ids in lower case: they become keys of for_each. The store and the merchant
// that were asked for hold for a webhook that names none.
func (s scope) listed(w *paymentapi.Webhook) model {
	m := emptyModel()
	m.StoreID, m.MerchantID = s.StoreID, s.MerchantID
	m.WebhookID = types.StringPointerValue(w.ID)
	m = m.withAnswer(w)
	for _, id := range []*types.String{&m.ID, &m.WebhookID, &m.StoreID, &m.MerchantID, &m.PlatformID} {
		if !id.IsNull() {
			*id = types.StringValue(strings.ToLower(id.ValueString()))
		}
	}
	return m
}

var _ datasource.DataSourceWithConfigure = (*webhooksDataSource)(nil)

type webhooksDataSource struct {
	data *providerdata.Data
}

// NewDataSource returns the data source paymentservice_webhooks.
func NewDataSource() datasource.DataSource { return &webhooksDataSource{} }

func (d *webhooksDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_webhooks"
}

func (d *webhooksDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

func (d *webhooksDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

// Read lists the webhooks of a store through all pages.
func (d *webhooksDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	read := m.read(ctx, d.data, providerdata.Timeout(m.Timeouts, "read"), 0, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	m.Webhooks = make([]answerModel, len(read.webhooks))
	for i := range read.webhooks {
		m.Webhooks[i] = m.listed(&read.webhooks[i]).answerModel
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

var _ list.ListResourceWithConfigure = (*webhookListResource)(nil)

// webhookListResource finds webhooks for terraform query. Its name and its
// provider's data are those of the managed resource.
type webhookListResource struct {
	webhookResource
}

// NewListResource returns the list resource paymentservice_webhook.
func NewListResource() list.ListResource { return &webhookListResource{} }

func (r *webhookListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listResourceSchema()
}

// List returns a store's webhooks up to the limit, none of them if the list
// cannot be read.
func (r *webhookListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var asked scope
	diags := req.Config.Get(ctx, &asked)
	read := asked.read(ctx, r.data, providerdata.DefaultTimeout, int(min(req.Limit, math.MaxInt)), &diags)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	results := make([]list.ListResult, len(read.webhooks))
	for i := range results {
		webhook, result := asked.listed(&read.webhooks[i]), req.NewListResult(ctx)
		result.DisplayName = shown(cmp.Or(webhook.URL.ValueString(), webhook.WebhookID.ValueString()))
		result.Diagnostics.Append(result.Identity.Set(ctx, webhook.identity(!asked.MerchantID.IsNull()))...)
		if req.IncludeResource {
			result.Diagnostics.Append(result.Resource.Set(ctx, webhook)...)
		}
		if read.more && i == len(results)-1 { // the CLI reads nothing after its limit
			diagnostics.AddWarning(&result.Diagnostics, "Webhook List Cut Short", fmt.Sprintf(
				"Store %s has more webhooks than the %d listed here. To see the others, raise `limit` in the `list` block. Its default is 100.", asked.StoreID.ValueString(), len(results)))
		}
		results[i] = result
	}
	stream.Results = slices.Values(results)
}
