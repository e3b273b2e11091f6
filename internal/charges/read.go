// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// chargesModel is the model of an object that reads charges.
type chargesModel interface {
	validate(*diag.Diagnostics)
	timeout(operation string) time.Duration
	query() paymentapi.ChargeQuery
	newSink() fetch.Sink
	// setResult sets all results but the list, which it returns for splicing.
	setResult(*fetch.Result) *splice.List
}

// validate reports the rules that a configuration breaks, as far as its values are known.
func validate(ctx context.Context, config tfsdk.Config, m chargesModel, diags *diag.Diagnostics) {
	diags.Append(config.Get(ctx, m)...)
	if !diags.HasError() {
		m.validate(diags)
	}
}

// read reads the charges that a configuration asks for into m, and reports whether it did. It
// warns if they are not what the configuration leads to expect.
func read(
	ctx context.Context,
	config tfsdk.Config,
	data *providerdata.Data,
	operation string,
	m chargesModel,
	diags *diag.Diagnostics,
) bool {
	diags.Append(config.Get(ctx, m)...)
	if diags.HasError() || !providerdata.RequireClient(data, "reading charges", diags) {
		return false
	}

	query := m.query()
	timeout := m.timeout(operation)
	fetchCtx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result, err := fetch.Read(fetchCtx, data.Client, query, m.newSink)
	if err != nil {
		timeLimit := fmt.Sprintf("`timeouts.%s` is %s.", operation, paymentapi.FormatDuration(timeout))
		addReadError(diags, result, err, timeLimit)
		return false
	}
	tflog.Debug(ctx, "read charges", map[string]any{
		"charges":            result.Len,
		"parts":              result.Parts,
		"read_again_because": result.RereadBecause,
	})

	warnOfResult(diags, query, result)
	if result.Len == 0 {
		warnOfAccount(diags, query, data.Claims)
	}
	splice.Put(ctx, m.setResult(result))
	return true
}

// warnOfResult warns of charges that the filters exclude, and of more or fewer charges than the service
// has counted.
func warnOfResult(diags *diag.Diagnostics, query paymentapi.ChargeQuery, result *fetch.Result) {
	if len(result.Mismatches) > 0 {
		addFiltersIgnored(diags, result.Mismatches)
	}

	counted, isCounted := result.Counted(query)
	if !isCounted {
		return
	}
	expected := counted
	if query.MaxResults > 0 {
		expected = min(expected, int64(query.MaxResults))
	}
	if int64(result.Len) != expected {
		addCountDiffers(diags, result.Len, counted)
	}
}

// warnOfAccount warns of a list without charges if the application token is for another store or
// mode than those that were asked for.
func warnOfAccount(diags *diag.Diagnostics, query paymentapi.ChargeQuery, claims providerdata.Claims) {
	if areDifferent(query.StoreID, claims.StoreID) {
		addOtherAccount(diags, "store_id", query.StoreID, claims.StoreID)
	}

	hasBothModes := query.Mode == fetch.BothModes || claims.Mode == fetch.BothModes
	if areDifferent(query.Mode, claims.Mode) && !hasBothModes {
		addOtherAccount(diags, "mode", query.Mode, claims.Mode)
	}
}

// areDifferent reports whether a value was asked for and claimed, and the two differ.
func areDifferent(asked, claimed string) bool {
	return asked != "" && claimed != "" && !strings.EqualFold(asked, claimed)
}
