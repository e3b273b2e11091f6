// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package charges holds the data source paymentservice_charges, its ephemeral
// twin, and the data source paymentservice_charge_summary.
package charges

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

const typeSuffix = "_charges"

type dataSource struct {
	data *providerdata.Data
}

// NewDataSource returns the data source paymentservice_charges. It must be
// served through protocol.Wrap.
func NewDataSource() datasource.DataSource { return &dataSource{} }

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + typeSuffix
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

func (d *dataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (d *dataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		m.validate(&resp.Diagnostics)
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Read(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !providerdata.RequireClient(d.data, readingCharges, &resp.Diagnostics) {
		return
	}
	m.read(ctx, d.data, listRequest{timeout: timeout, limit: "timeouts.read"}, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

const readingCharges = "reading charges"

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*ephemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*ephemeralResource)(nil)
)

type ephemeralResource struct {
	data *providerdata.Data
}

// NewEphemeralResource returns the ephemeral resource paymentservice_charges.
// It must be served through protocol.Wrap.
func NewEphemeralResource() ephemeral.EphemeralResource { return &ephemeralResource{} }

func (e *ephemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + typeSuffix
}

func (e *ephemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralSchema()
}

func (e *ephemeralResource) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	e.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (e *ephemeralResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var m ephemeralModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		m.validate(&resp.Diagnostics)
	}
}

func (e *ephemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var m ephemeralModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Open(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !providerdata.RequireClient(e.data, readingCharges, &resp.Diagnostics) {
		return
	}
	m.read(ctx, e.data, listRequest{timeout: timeout, limit: "timeouts.open"}, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Result.Set(ctx, &m)...)
	}
}

// defaultTimeout is how long reading a whole list may take.
const defaultTimeout = 20 * time.Minute

// listRequest is a list to read.
type listRequest struct {
	query   paymentapi.ChargeQuery
	timeout time.Duration
	limit   string // the argument that sets the timeout
	fields  bool   // there is an argument that can leave fields out
}

// failedRead is a list that was not read to its end.
type failedRead struct {
	listRequest
	err error
	// page is the page that could not be read, counted from 1; 0 if the read ended
	// between pages. It belongs to a part of the list, in words; empty for the whole.
	page   int
	part   string
	result *fetch.Result // how far it came
	// refused is how many requests of the configuration were refused meanwhile, and
	// concurrency how many there may be at the same time.
	refused, concurrency int
}

// read reads the charges that m asks for, in the time of the request, and hands
// them to the splice; m gets the rest of the result.
func (m *model) read(ctx context.Context, data *providerdata.Data, request listRequest, diags *diag.Diagnostics) {
	request.query, request.fields = m.query(), true
	result := readCharges(ctx, data.Client, request, func() fetch.Keep {
		return rows.NewEncoder(request.query.Fields, splice.MaxValue).Encode
	}, diags)
	if result == nil {
		return
	}
	splice.FromContext(ctx).Put(chargesAttribute, &splice.List{Len: result.Len, Chunks: result.Chunks})
	m.TotalHits = types.Int64PointerValue(result.TotalHits)
}

// readCharges reads the charges of a request, and calls begin for each attempt at the
// list. It warns if the list is not what the filters and total_hits say. If the read
// fails, it reports why and returns nil.
func readCharges(ctx context.Context, client *paymentapi.Client, request listRequest, begin func() fetch.Keep, diags *diag.Diagnostics) *fetch.Result {
	limited, cancel := context.WithTimeout(ctx, request.timeout)
	defer cancel()
	refused := client.Refusals()
	result, err := fetch.Read(limited, client, request.query, begin)
	if err != nil {
		failed := &failedRead{listRequest: request, err: err, result: result, refused: client.Refusals() - refused, concurrency: client.Concurrency()}
		failed.report(ctx, limited, diags)
		return nil
	}
	tflog.Debug(ctx, "read charges", map[string]any{"charges": result.Len, "parts": result.Parts})
	if result.Reread != "" {
		tflog.Info(ctx, "read the charges a second time, by one cursor", map[string]any{"reason": result.Reread})
	}
	if len(result.Outside) > 0 {
		addChargesOutside(diags, result.Outside)
	}
	total, q := result.TotalHits, request.query
	complete := total != nil && q.Cursor == "" // or else total_hits need not count what this reads
	if complete && (int64(result.Len) > *total || int64(result.Len) < *total && q.MaxResults == 0) {
		addChargesMiscounted(diags, result.Len, *total)
	}
	return result
}

// report reports why a list was not read. Its context is limited to the time
// that the list may take.
func (f *failedRead) report(ctx, limited context.Context, diags *diag.Diagnostics) {
	var (
		page    *paymentapi.PageError
		tooLong *rows.TooLongError
	)
	if errors.As(f.err, &page) {
		f.page, f.part, f.err = page.Page, chargesPart(page.From, page.To), page.Err
	}
	switch {
	case ctx.Err() != nil:
		addChargesInterrupted(diags, f)
	case limited.Err() != nil || paymentapi.EndedByDeadline(f.err):
		addChargesOutOfTime(diags, f)
	case errors.As(f.err, &tooLong):
		addChargesTooLong(diags, tooLong)
	case errors.Is(f.err, totals.ErrTooManyGroups):
		addTooManyGroups(diags)
	default:
		addChargesError(diags, f)
	}
}
