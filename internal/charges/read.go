// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// defaultTimeout is how long reading a whole list may take.
const defaultTimeout = 20 * time.Minute

// read reads the charges that m asks for and hands them to the splice; m gets the
// rest of the result.
func (m *model) read(ctx context.Context, data *providerdata.Data, timeout time.Duration, diags *diag.Diagnostics) {
	m.validate(diags)
	if diags.HasError() {
		return
	}
	collector, ok := splice.FromContext(ctx)
	if !ok {
		addChargesConfigurationError(diags)
		return
	}
	result := readList(ctx, data, m.query(), timeout, newRows(names(m.Fields), splice.MaxValue), diags)
	if result == nil {
		return
	}
	collector.Put(chargesAttribute, encodedList(result))
	m.TotalHits = types.Int64PointerValue(result.TotalHits)
}

// readList reads the charges that q asks for into the parts that newAttempt
// makes. It returns nil if that fails, and reports what is wrong with a list,
// whatever becomes of it.
func readList[P fetch.Part](ctx context.Context, data *providerdata.Data, q paymentapi.ChargeQuery, timeout time.Duration, newAttempt func() func() P, diags *diag.Diagnostics) *fetch.Result[P] {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result, err := fetch.Read(ctx, data.Client, q, newAttempt)
	if err != nil {
		addReadError(diags, err)
		return nil
	}
	tflog.Debug(ctx, "read charges", map[string]any{"charges": result.Len, "parts": len(result.Parts)})
	if result.Reread != "" {
		tflog.Info(ctx, "read the charges a second time, by one cursor", map[string]any{"reason": result.Reread})
	}
	if result.OutOfRange > 0 {
		addChargesOutOfRange(diags, result.OutOfRange)
	}
	total := result.TotalHits
	switch {
	case total == nil || q.Cursor != "": // total_hits need not count what this reads
	case int64(result.Len) > *total:
		addChargesUncounted(diags, result.Len, *total)
	case int64(result.Len) < *total && q.MaxResults == 0:
		addChargesMissing(diags, result.Len, *total)
	}
	return result
}

func addReadError(diags *diag.Diagnostics, err error) {
	var (
		tooLong *tooLongError
		part    *fetch.PartError
		where   string
	)
	if errors.As(err, &tooLong) {
		addChargesTooLong(diags, tooLong.charges, tooLong.bytes, splice.MaxMessage)
		return
	}
	if errors.Is(err, totals.ErrTooManyGroups) {
		addTooManyGroups(diags, totals.MaxGroups)
		return
	}
	if errors.As(err, &part) {
		where = chargesPart(part.From, part.To)
	}
	addChargesError(diags, err, where)
}
