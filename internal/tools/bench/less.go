// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const fieldsConfig = `
data "paymentservice_charges" "all" {
  fields = ["created_on", "id", "requested_amount", "status"]
}
output "count" { value = length(data.paymentservice_charges.all.charges) }
`

// summaryConfig summarizes the charges of a store, in groups by the given names.
func summaryConfig(store string, groupBy ...string) string {
	groups := ""
	if len(groupBy) > 0 {
		groups = `  group_by = ["` + strings.Join(groupBy, `", "`) + "\"]\n"
	}
	return fmt.Sprintf(`
data "paymentservice_charge_summary" "all" {
  store_id = %q
%s}
output "count" { value = data.paymentservice_charge_summary.all.charge_count }
`, store, groups)
}

// emptyStore has no charges.
const emptyStore = "99999999-9999-4999-8999-999999999999"

// fields compares a list of a few fields with one of all.
func (b *bench) fields(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(manyCharges, fakeservice.SeedOptions{})
	took, err := b.inTurn(ctx, map[string]string{"all": countConfig, "four": fieldsConfig})
	if err != nil {
		return err
	}
	b.report.atMost("apply, 10k charges, four fields against all", over(best(took["four"]), best(took["all"])), 0.75,
		"%v, all fields %v", short(best(took["four"])), short(best(took["all"])))
	return nil
}

// inTurn applies several configurations as often as is worth it, one after the
// other, so that all meet the same machine.
func (b *bench) inTurn(ctx context.Context, configs map[string]string) (map[string][]time.Duration, error) {
	took := map[string][]time.Duration{}
	for run := range b.times(7) {
		for name, config := range configs {
			one, _, err := b.applyConfig(ctx, fmt.Sprintf("%s-%d", name, run), config, b.shipped)
			if err != nil {
				return nil, err
			}
			took[name] = append(took[name], one)
		}
	}
	return took, nil
}

// fetchOnce reads the charges of the service, and makes nothing of them.
func (b *bench) fetchOnce(ctx context.Context) (time.Duration, error) {
	client, err := paymentapi.New(paymentapi.Options{BaseURL: b.server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken})
	if err != nil {
		return 0, err
	}
	defer client.CloseIdleConnections()
	start := time.Now()
	query := paymentapi.ChargeQuery{StoreID: fakeservice.DefaultStoreID, PageSize: paymentapi.MaxPageSize}
	_, err = fetch.Read(ctx, client, query, func() fetch.Keep {
		return func([]paymentapi.Charge) ([]byte, error) { return nil, nil }
	})
	return time.Since(start), err
}

// summary compares a summary with what it cannot do without: reading the
// charges, and the CLI.
func (b *bench) summary(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(manyCharges, fakeservice.SeedOptions{})
	took, err := b.inTurn(ctx, map[string]string{
		"empty": summaryConfig(emptyStore), "all": summaryConfig(fakeservice.DefaultStoreID),
		"groups": summaryConfig(fakeservice.DefaultStoreID, "status"),
	})
	if err != nil {
		return err
	}
	var fetched []time.Duration
	for range b.times(7) {
		one, err := b.fetchOnce(ctx)
		if err != nil {
			return err
		}
		fetched = append(fetched, one)
	}
	floor := best(fetched) + best(took["empty"])
	for _, row := range [][2]string{{"all", "summary of 10k charges"}, {"groups", "summary of 10k charges by status"}} {
		applied := best(took[row[0]])
		b.report.atMost("apply, "+row[1]+", against the fetch alone and an empty apply", over(applied, floor), 1.1,
			"%v, fetch %v, empty %v", short(applied), short(best(fetched)), short(best(took["empty"])))
	}
	return b.longSummary(ctx)
}

// longSummary looks at what the provider takes for very many charges.
func (b *bench) longSummary(ctx context.Context) error {
	const step = 250_000
	lengths := []int{step, 2 * step, 4 * step}
	if b.quick {
		lengths = lengths[:1]
	}
	service, err := b.fresh()
	if err != nil {
		return err
	}
	took, held := make([]time.Duration, len(lengths)), 0.0
	seeded := 0
	for i, n := range lengths {
		for ; seeded < n; seeded += step {
			service.SeedCharges(step, fakeservice.SeedOptions{Seed: int64(seeded)})
		}
		var used usage
		if took[i], used, err = b.applyConfig(ctx, "long-summary", summaryConfig(fakeservice.DefaultStoreID, "month", "status"), b.shipped); err != nil {
			return err
		}
		held = float64(used.RSS) / 1e6
		fmt.Printf("  summary of %d charges: %.0f MB, provider CPU %v, wall %v\n", n, held, short(used.CPU), short(took[i]))
	}
	if b.quick {
		return nil
	}
	b.report.atMost("provider memory, summary of 1m charges, against 256 MB", held/256, 1, "%.0f MB", held)
	// A straight line from nothing through the first length, or below it.
	line := time.Duration(lengths[2]/lengths[0]) * took[0]
	b.report.atMost("apply, summary of 1m charges, time against a straight line", over(took[2], line), 1.15, "%v, line %v", short(took[2]), short(line))
	return nil
}
