// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package charges holds the data source paymentservice_charges, its ephemeral
// twin, and the data source paymentservice_charge_summary.
package charges

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// chargesModel is the model of an object that reads charges.
type chargesModel interface {
	validate(*diag.Diagnostics)
	timeout(operation string) time.Duration
	query() paymentapi.ChargeQuery
	newSink() fetch.Sink
	// setResult sets the results, except for the list that it returns: the framework would
	// take longer over that than reading the charges does.
	setResult(*fetch.Result) *splice.List
}

// dataSource is one of the data sources, which differ in their schemas and models.
type dataSource struct {
	providerdata.DataSourceBase

	typeSuffix string // of the name of its type
	schema     func() schema.Schema
	model      func() chargesModel
}

// NewDataSource returns the data source paymentservice_charges.
func NewDataSource() datasource.DataSource {
	return &dataSource{typeSuffix: "_charges", schema: listSchema, model: func() chargesModel { return &listModel{} }}
}

// NewSummaryDataSource returns the data source paymentservice_charge_summary.
func NewSummaryDataSource() datasource.DataSource {
	return &dataSource{typeSuffix: "_charge_summary", schema: summarySchema, model: func() chargesModel { return &summaryModel{} }}
}

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + d.typeSuffix
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = d.schema()
}

func (d *dataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	validate(ctx, req.Config, d.model(), &resp.Diagnostics)
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	m := d.model()
	if read(ctx, req.Config, d.Data, "read", m, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, m)...)
	}
}

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*ephemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*ephemeralResource)(nil)
)

type ephemeralResource struct {
	providerdata.EphemeralResourceBase
}

// NewEphemeralResource returns the ephemeral resource paymentservice_charges.
func NewEphemeralResource() ephemeral.EphemeralResource { return &ephemeralResource{} }

func (e *ephemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_charges"
}

func (e *ephemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralSchema()
}

func (e *ephemeralResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	validate(ctx, req.Config, &listModel{}, &resp.Diagnostics)
}

func (e *ephemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	m := &listModel{}
	if read(ctx, req.Config, e.Data, "open", m, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, m)...)
	}
}

func validate(ctx context.Context, config tfsdk.Config, m chargesModel, diags *diag.Diagnostics) {
	if diags.Append(config.Get(ctx, m)...); !diags.HasError() {
		m.validate(diags)
	}
}

// read reads the charges that a configuration asks for into m, and reports whether it did.
// It warns if they are not what the filters and total_hits say.
func read(ctx context.Context, config tfsdk.Config, data *providerdata.Data, operation string, m chargesModel, diags *diag.Diagnostics) bool {
	if diags.Append(config.Get(ctx, m)...); diags.HasError() || !providerdata.RequireClient(data, "reading charges", diags) {
		return false
	}
	q, timeout := m.query(), m.timeout(operation)
	fetchCtx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result, err := fetch.Read(fetchCtx, data.Client, q, m.newSink)
	if err != nil {
		addReadError(diags, result, err, fmt.Sprintf("The time limit in `timeouts.%s` is %s.", operation, paymentapi.FormatDuration(timeout)))
		return false
	}
	tflog.Debug(ctx, "read charges", map[string]any{"charges": result.Len, "parts": result.Parts, "read_again_because": result.RereadBecause})
	addDoubts(diags, q, result, data.Claims)
	splice.Put(ctx, m.setResult(result))
	return true
}

// addDoubts warns of a complete list that is not what its filters, total_hits or the claims of the
// application token lead to expect.
func addDoubts(diags *diag.Diagnostics, q paymentapi.ChargeQuery, result *fetch.Result, claims providerdata.Claims) {
	if len(result.Mismatches) > 0 {
		addFiltersIgnored(diags, result.Mismatches)
	}
	if total := result.TotalHits; total != nil && q.Cursor == "" { // after a cursor, total_hits need not count what this reads
		expected := *total
		if q.MaxResults > 0 {
			expected = min(expected, int64(q.MaxResults))
		}
		if int64(result.Len) != expected {
			addCountDiffers(diags, result.Len, *total)
		}
	}
	if result.Len > 0 {
		return
	}
	if areDifferent(q.StoreID, claims.StoreID) {
		addOtherAccount(diags, "store_id", q.StoreID, claims.StoreID)
	}
	const both = "live_test" // charges of both modes
	if areDifferent(q.Mode, claims.Mode) && q.Mode != both && claims.Mode != both {
		addOtherAccount(diags, "mode", q.Mode, claims.Mode)
	}
}

// areDifferent reports whether what was asked for and a claim are both given, and are not the same.
func areDifferent(asked, claim string) bool {
	return asked != "" && claim != "" && !strings.EqualFold(asked, claim)
}

func (m *listModel) newSink() fetch.Sink {
	const maxBytes = splice.MaxMessage - 1<<20 // so that the other attributes fit into the message as well
	return rows.NewEncoder(setToStrings(m.Fields), maxBytes).Encode
}

func (m *listModel) setResult(result *fetch.Result) *splice.List {
	m.TotalHits = types.Int64PointerValue(result.TotalHits)
	return &splice.List{Attribute: chargesAttribute, Len: result.Len, Chunks: result.Chunks}
}
