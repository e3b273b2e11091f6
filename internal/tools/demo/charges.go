// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// latency is how long the service takes to answer while charges are read, like
// one across a network.
const latency = 20 * time.Millisecond

var chargesConfig = fmt.Sprintf(`
data "paymentservice_charges" "store" {
  store_id = %q
}

output "charges" {
  value = length(data.paymentservice_charges.store.charges)
}
`, storeID)

// list reads the charges of a store, and compares with one cursor.
func (d *show) list(ctx context.Context) error {
	d.step("Read the %d charges of a store, %s a request: %s", charges, latency, d.command("apply"))
	d.service.Set(func(b *fakeservice.Behavior) { b.Latency = latency })
	defer d.service.Set(func(b *fakeservice.Behavior) { b.Latency = 0 })
	if err := d.workspace.configure(chargesConfig); err != nil {
		return err
	}
	d.service.ResetRequests()
	if _, err := d.workspace.apply(ctx); err != nil {
		return err
	}
	took, sent := d.span()
	output, err := d.workspace.Run(ctx, "output", "-json", "charges")
	if err != nil {
		return err
	}
	if got, want := strings.TrimSpace(output), fmt.Sprint(charges); got != want {
		return fmt.Errorf("the list has %s charges, not %s", got, want)
	}
	d.good("all %d charges, in %s and %s", charges, requests(sent), took.Round(time.Millisecond))

	d.service.ResetRequests()
	if err := d.oneCursor(ctx); err != nil {
		return err
	}
	slow, sent := d.span()
	d.good("one cursor, page after page, takes %s and %s: %.1f times as long", requests(sent), slow.Round(time.Millisecond), slow.Seconds()/took.Seconds())
	return nil
}

// span returns the time from the first request to the end of the last one, and
// how many there were.
func (d *show) span() (time.Duration, int) {
	requests := d.service.Requests()
	if len(requests) == 0 {
		return 0, 0
	}
	return requests[len(requests)-1].At.Sub(requests[0].At) + latency, len(requests)
}

// oneCursor reads the same list as a script would: each page after the other.
func (d *show) oneCursor(ctx context.Context) error {
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: d.server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken,
	})
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	read := 0
	for page, err := range client.ChargePages(ctx, paymentapi.ChargeQuery{StoreID: storeID, PageSize: 100}) {
		if err != nil {
			return err
		}
		read += len(page.Items)
	}
	if read != charges {
		return fmt.Errorf("one cursor reads %d charges, not %d", read, charges)
	}
	return nil
}
