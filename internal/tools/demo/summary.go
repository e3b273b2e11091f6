// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

var summaryConfig = fmt.Sprintf(`
data "paymentservice_charge_summary" "store" {
  store_id = %q
  group_by = ["status"]
}

output "charged" {
  value = { for currency, sum in data.paymentservice_charge_summary.store.charged : currency => sum.amount_formatted }
}

output "statuses" {
  value = { for group in data.paymentservice_charge_summary.store.groups : group.key.status => group.count }
}
`, storeID)

// summarize reads the figures of the same charges, and no charge.
func (d *show) summarize(ctx context.Context) error {
	d.step("Read only the figures of these charges: %s", d.command("apply"))
	if err := d.workspace.configure(summaryConfig); err != nil {
		return err
	}
	said, err := d.workspace.apply(ctx)
	if err != nil {
		return err
	}
	d.quote(said[max(0, strings.LastIndex(said, "Outputs:")):])
	want := map[string]int{}
	for _, charge := range d.service.Charges(storeID) {
		want[charge.Status]++
	}
	output, err := d.workspace.Run(ctx, "output", "-json", "statuses")
	if err != nil {
		return err
	}
	var got map[string]int
	if err := json.Unmarshal([]byte(output), &got); err != nil {
		return err
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		return fmt.Errorf("the summary counts %v, the service has %v", got, want)
	}
	d.good("all %d charges are counted and added up, exactly", charges)
	state, err := d.workspace.Run(ctx, "show", "-json")
	if err != nil {
		return err
	}
	if id := d.service.Charges(storeID)[0].ID; strings.Contains(state, id) {
		return fmt.Errorf("the state has charge %s", id)
	}
	d.good("the state has %d bytes, however many charges there are, and contains none of them", len(state))
	return nil
}
