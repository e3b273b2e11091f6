// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// errTimeOver is why a context ends whose time limit the configuration sets.
var errTimeOver = errors.New("the time limit of the list is over")

// progress is a source of charges that counts what came of an attempt at a list.
type progress struct {
	*paymentapi.Client

	pages, charges atomic.Int64
	refusedBefore  int
}

var _ fetch.Source = (*progress)(nil)

func newProgress(client *paymentapi.Client) *progress {
	return &progress{Client: client, refusedBefore: client.Refusals()}
}

// begin begins an attempt.
func (p *progress) begin() {
	p.pages.Store(0)
	p.charges.Store(0)
}

// refused returns how many requests of the configuration were refused since p
// was made.
func (p *progress) refused() int { return p.Refusals() - p.refusedBefore }

// ChargePagesAsSent implements fetch.Source.
func (p *progress) ChargePagesAsSent(ctx context.Context, q paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error] {
	return func(yield func(*paymentapi.Page[paymentapi.Charge], error) bool) {
		for page, err := range p.Client.ChargePagesAsSent(ctx, q) {
			if err == nil {
				p.pages.Add(1)
				p.charges.Add(int64(len(page.Items)))
			}
			if !yield(page, err) {
				return
			}
		}
	}
}
