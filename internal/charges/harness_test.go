// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	typeName    = "paymentservice_charges"
	summaryName = "paymentservice_charge_summary"
	storeID     = fakeservice.DefaultStoreID
	uuidText    = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
)

// A way is one of the ways to read charges.
type way func(context.Context, *acctest.Protocol, acctest.Values) (acctest.Values, acctest.Diagnostics)

func list(ctx context.Context, p *acctest.Protocol, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
	return p.Read(ctx, typeName, config)
}

func twin(ctx context.Context, p *acctest.Protocol, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
	return p.Open(ctx, typeName, config)
}

func summary(ctx context.Context, p *acctest.Protocol, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
	return p.Read(ctx, summaryName, config)
}

var (
	lists = map[string]way{"data source": list, "ephemeral resource": twin}
	ways  = map[string]way{"data source": list, "ephemeral resource": twin, "summary": summary}
)

// inBubble configures a provider in fake time, for a service with this number of
// charges. Its answers take 20 milliseconds.
func inBubble(t *testing.T, charges int, arguments acctest.Values) (*fakeservice.Service, *acctest.Protocol) {
	t.Helper()
	service := fakeservice.NewExtended()
	service.SeedCharges(charges, fakeservice.SeedOptions{})
	service.Set(func(b *fakeservice.Behavior) { b.Latency = 20 * time.Millisecond })
	pipe, options := acctest.Pipe(t, service)
	return service, acctest.Configured(t, pipe, arguments, options...)
}

// status makes requests fail from the nth on.
func status(nth, code int, body string) *fakeservice.Fault {
	return &fakeservice.Fault{Nth: nth, Status: code, Body: []byte(body)}
}

// listing makes each answer a page of these charges, whatever the filters are.
func listing(hasMore bool, charges ...acctest.Values) *fakeservice.Fault {
	page, err := json.Marshal(acctest.Values{"items": charges, "has_more": hasMore})
	if err != nil {
		panic(err) // the test has a charge that is no JSON
	}
	return status(1, http.StatusOK, string(page))
}

// message is what a test expects of a diagnostic.
type message struct {
	at    string // the argument in its path; empty for none
	title string
	says  []string // parts of its text
}

// expectMessages compares diagnostics with what is expected, in any order.
func expectMessages(t testing.TB, diags acctest.Diagnostics, want ...message) {
	t.Helper()
	for _, m := range want {
		found := slices.IndexFunc(diags, func(d *tfprotov6.Diagnostic) bool {
			return root(d) == m.at && d.Summary == m.title
		})
		if found < 0 {
			t.Errorf("nothing says %q at %q: %s", m.title, m.at, diags)
			continue
		}
		for _, text := range m.says {
			if !strings.Contains(diags[found].Detail, text) {
				t.Errorf("%q is not in: %s", text, diags[found].Detail)
			}
		}
	}
	if len(diags) > len(want) {
		t.Errorf("there are %d messages, want %d: %s", len(diags), len(want), diags)
	}
}

// root returns the argument in the path of a message.
func root(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil || len(d.Attribute.Steps()) == 0 {
		return ""
	}
	return fmt.Sprint(d.Attribute.Steps()[0])
}

// chargesIn returns the charges of a result as objects.
func chargesIn(t testing.TB, result acctest.Values) []map[string]any {
	t.Helper()
	elements, ok := result["charges"].([]any)
	if !ok {
		t.Fatalf("charges is a %T", result["charges"])
	}
	charges := make([]map[string]any, len(elements))
	for i, element := range elements {
		charges[i], _ = element.(map[string]any)
	}
	return charges
}

func idsIn(t testing.TB, result acctest.Values) []string {
	t.Helper()
	ids := []string{}
	for _, charge := range chargesIn(t, result) {
		id, _ := charge["id"].(string)
		ids = append(ids, id)
	}
	return ids
}
