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

// listRequest is a list to read.
type listRequest struct {
	query   paymentapi.ChargeQuery
	timeout time.Duration
	limit   string // the argument that sets the timeout
	fields  bool   // there is an argument that can leave fields out
}

// read reads the charges that m asks for, in the time of the request, and hands
// them to the splice; m gets the rest of the result.
func (m *model) read(ctx context.Context, data *providerdata.Data, request listRequest, diags *diag.Diagnostics) {
	m.validate(diags)
	if diags.HasError() {
		return
	}
	collector, ok := splice.FromContext(ctx)
	if !ok {
		addChargesConfigurationError(diags)
		return
	}
	request.query, request.fields = m.query(), true
	result := readList(ctx, data, request, newRows(names(m.Fields), splice.MaxValue), diags)
	if result == nil {
		return
	}
	collector.Put(chargesAttribute, encodedList(result))
	m.TotalHits = types.Int64PointerValue(result.TotalHits)
}

// readList reads the charges of a request into the parts that newAttempt makes.
// It returns nil if that fails, and reports what is wrong with a list, whatever
// becomes of it.
func readList[P fetch.Part](ctx context.Context, data *providerdata.Data, request listRequest, newAttempt func() func() P, diags *diag.Diagnostics) *fetch.Result[P] {
	limited, cancel := context.WithTimeoutCause(ctx, request.timeout, errTimeOver)
	defer cancel()
	q, source := request.query, newProgress(data.Client)
	result, err := fetch.Read(limited, source, q, func() func() P {
		source.begin()
		return newAttempt()
	})
	switch {
	case err == nil:
	case ctx.Err() != nil:
		addChargesInterrupted(diags, source)
		return nil
	case limited.Err() != nil || paymentapi.EndedByDeadline(err):
		addChargesOutOfTime(diags, err, partOf(err), request, source)
		return nil
	default:
		addReadError(diags, err, request.fields)
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

func addReadError(diags *diag.Diagnostics, err error, fields bool) {
	var tooLong *tooLongError
	if errors.As(err, &tooLong) {
		addChargesTooLong(diags, tooLong.charges, tooLong.bytes, splice.MaxMessage)
		return
	}
	if errors.Is(err, totals.ErrTooManyGroups) {
		addTooManyGroups(diags, totals.MaxGroups)
		return
	}
	addChargesError(diags, err, partOf(err), fields)
}

// partOf says in which part of a list reading failed; empty if it was read as one.
func partOf(err error) string {
	if part := (*fetch.PartError)(nil); errors.As(err, &part) {
		return chargesPart(part.From, part.To)
	}
	return ""
}
