// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// situation is what a message is about.
type situation struct {
	read     way // the data source if nil
	charges  int
	behavior func(*fakeservice.Behavior)
	fault    fakeservice.Fault
	provider acctest.Values
	config   acctest.Values
	stop     time.Duration // when the run is interrupted
}

const charge = `{"id":"99999999-9999-4999-8999-999999999999"`

func page(items string) []byte { return fmt.Appendf(nil, `{"items":[%s],"has_more":false}`, items) }

// failing is an answer that ends a list.
func failing(nth, status int, body string) fakeservice.Fault {
	f := fakeservice.Fault{Nth: nth, Status: status}
	if body != "" {
		f.Body = []byte(body)
	}
	return f
}

// spoilt spoils a field of the charges with these numbers, which begin with 0 for the oldest.
func spoilt(field string, value any, numbers ...int) func(*fakeservice.Behavior) {
	ids := stored(func() *fakeservice.Service {
		s := fakeservice.New()
		s.SeedCharges(700, fakeservice.SeedOptions{})
		return s
	}())
	slices.Reverse(ids)
	bad := map[string]bool{}
	for _, n := range numbers {
		bad[ids[n]] = true
	}
	return mutated(func(charge map[string]any) {
		if id, _ := charge["id"].(string); bad[id] {
			charge[field] = value
		}
	})
}

// inTheMiddle matches requests that one cursor with pages of 20 would not send.
func inTheMiddle(charges int) func(fakeservice.Request) bool {
	s := fakeservice.New()
	s.SeedCharges(charges, fakeservice.SeedOptions{})
	ends := map[string]bool{"": true}
	for i, id := range stored(s) {
		if i%20 == 19 {
			ends[id] = true
		}
	}
	return func(r fakeservice.Request) bool { return !ends[r.Query.Get("cursor")] }
}

var (
	once      = acctest.Values{"max_retries": 0}
	twoAtOnce = acctest.Values{"max_concurrent_requests": 2, "max_retries": 0}
	brief     = acctest.Values{"timeouts": acctest.Values{"read": "20s"}}
)

func situations() map[string]situation {
	return map[string]situation{
		"a page fails":                  {charges: 257, fault: failing(2, 500, ""), provider: once},
		"a page is not allowed":         {charges: 257, fault: failing(3, 403, "")},
		"a page is cut":                 {charges: 257, fault: fakeservice.Fault{Nth: 2, Break: fakeservice.BreakCut, CutAt: 50}},
		"no place to go on":             {charges: 257, fault: failing(2, 404, "")},
		"no charge of this cursor":      {fault: failing(1, 404, ""), config: acctest.Values{"cursor": uuidText}},
		"no store of this name":         {fault: failing(1, 404, ""), config: acctest.Values{"store_id": uuidText}},
		"no JSON":                       {fault: failing(1, 200, "<html>")},
		"no list":                       {fault: failing(1, 200, "{}")},
		"an error for a page":           {charges: 257, fault: failing(2, 200, `{"status":"error","code":"TOO_OLD","items":[]}`)},
		"an error instead of a list":    {fault: failing(1, 200, `{"items":[],"has_more":false,"errors":[{"field":"cursor","reason":"INVALID_CURSOR"}]}`)},
		"no list later on":              {charges: 257, fault: failing(2, 200, "{}")},
		"no has_more later on":          {charges: 257, fault: failing(2, 200, `{"items":[`+charge+`}]}`)},
		"no has_more, nor is it needed": {charges: 257, fault: failing(2, 200, `{"items":[`+charge+`}],"has_more":null}`), config: acctest.Values{"max_results": 101}},
		"no has_more, but it is needed": {fault: failing(1, 200, `{"items":[`+charge+`}],"total_hits":900}`), config: acctest.Values{"max_results": 2}},
		"no place to go on, with 422":   {charges: 257, fault: failing(2, 422, "")},
		"an array":                      {fault: failing(1, 200, "[]")},
		"no has_more":                   {fault: failing(1, 200, `{"items":[`+charge+`}]}`)},
		"more of nothing":               {fault: failing(1, 200, `{"items":[],"has_more":true}`)},
		"the same page for ever":        {fault: failing(1, 200, `{"items":[`+charge+`}],"has_more":true}`)},
		"a page larger than 8 MiB":      {fault: failing(1, 200, string(page(charge+`,"descriptor":"`+strings.Repeat("x", 9<<20)+`"}`)))},
		"compressed with deflate":       {fault: fakeservice.Fault{Body: []byte("\x78\x9c\xab"), Header: http.Header{"Content-Encoding": {"deflate"}}}},
		"a charge without an id":        {charges: 700, behavior: spoilt("id", nil, 699)},
		"an amount with a fraction":     {charges: 700, behavior: spoilt("requested_amount", 10.5, 699)},
		"an amount with a space":        {charges: 700, behavior: spoilt("requested_amount", "100 ", 699)},
		"no charge has an amount":       {charges: 30, behavior: set("requested_amount", map[string]any{"value": 5})},
		"a field not in UTF-8":          {fault: failing(1, 200, string(page(charge+",\"merchant_name\":\"caf\xe9\"}")))},
		"a charge in a part":            {charges: 700, behavior: spoilt("redirect", "x", 111), provider: twoAtOnce, config: acctest.Values{"page_size": 20, "from": "2025-01-01"}},
		"a charge in a part, asc":       {charges: 700, behavior: spoilt("redirect", "x", 455), provider: twoAtOnce, config: acctest.Values{"page_size": 20, "cursor_direction": "asc"}},
		"a field of the summary":        {read: summary, charges: 30, behavior: set("fee_amount", "much")},
		"a space, in the summary":       {read: summary, charges: 30, behavior: set("fee_amount", "100 ")},
		"a group of the summary":        {read: summary, charges: 30, behavior: set("status", 5), config: acctest.Values{"group_by": []string{"status"}}},
		"too many groups":               {read: summary, charges: 10_200, behavior: numbered(), config: acctest.Values{"group_by": []string{"status"}}},
		"a part and one cursor fail":    {charges: 700, fault: fakeservice.Fault{Nth: 9, Status: 403}, config: acctest.Values{"page_size": 20}},
		"a part and one cursor get 401": {charges: 700, fault: fakeservice.Fault{Nth: 9, Status: 401}, config: acctest.Values{"page_size": 20}},
		"a part and one cursor get 500": {charges: 700, fault: fakeservice.Fault{Nth: 9, Status: 500}, config: acctest.Values{"page_size": 20}},
		"a part and one cursor get 400": {charges: 700, fault: fakeservice.Fault{Nth: 9, Status: 400}, config: acctest.Values{"page_size": 20}},
		"a part and one cursor get {}":  {charges: 700, fault: failing(9, 200, "{}"), config: acctest.Values{"page_size": 20}},
		"refused to parts and a cursor": {charges: 700, fault: fakeservice.Fault{Nth: 9, Status: 429}, config: acctest.Values{"page_size": 20}},
		"refused for ever":              {charges: 900, fault: failing(9, 429, "")},
		"the rate takes too long":       {charges: 900, behavior: func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 2, PerMinute: 12} }, config: brief},
		"asked to wait too long":        {charges: 900, fault: fakeservice.Fault{Nth: 3, Status: 429, Header: http.Header{"Retry-After": {"50"}}}, config: brief},
		"asked to wait for an hour":     {fault: fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"3600"}}}, config: brief},
		"every attempt takes too long":  {charges: 900, provider: acctest.Values{"request_timeout": "5s"}, fault: fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang}, config: brief},
		"no answer in time":             {charges: 900, fault: fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang}, config: brief},
		"no answer in time, the twin":   {read: twin, fault: fakeservice.Fault{Break: fakeservice.BreakHang}, config: acctest.Values{"timeouts": acctest.Values{"open": "1m"}}},
		"interrupted":                   {charges: 500, fault: fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang}, stop: 5 * time.Second},
		"fewer than counted":            {charges: 81, behavior: counted(fakeservice.WrongTotalHits(7))},
		"more than counted":             {charges: 81, behavior: counted(fakeservice.WrongTotalHits(-7))},
		"outside of a filter":           {charges: 81, behavior: set("store_id", uuidText), config: acctest.Values{"store_id": storeID}},
		"outside of several filters":    {read: summary, charges: 81, behavior: elsewhere(), config: acctest.Values{"currency": "JPY", "mode": "live", "from": "2025-02-01", "amount_to": 1_000_000}},
		"unreadable times, in a list":   {charges: 3, behavior: createdAs(time.RFC1123)},
		"unreadable times":              {read: summary, charges: 3, behavior: createdAs(time.RFC1123)},
		"an unreadable time":            {read: summary, charges: 1, behavior: set("created_on", 1755553111)},
		"too many digits for a number":  {read: summary, charges: 40, behavior: digits(), config: acctest.Values{"group_by": []string{"mode"}}},
		"a provider that is not known":  {provider: acctest.Values{"secret": acctest.Unknown}},
		"a summary that is not allowed": {read: summary, charges: 257, fault: failing(2, 401, "")},
	}
}

// numbered gives each charge a status of its own.
func numbered() func(*fakeservice.Behavior) {
	var mu sync.Mutex
	numbers := map[string]int{}
	return mutated(func(charge map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		id := fmt.Sprint(charge["id"])
		if _, ok := numbers[id]; !ok {
			numbers[id] = len(numbers)
		}
		charge["status"] = strconv.Itoa(numbers[id])
	})
}

// elsewhere moves each charge out of every filter.
func elsewhere() func(*fakeservice.Behavior) {
	return mutated(func(charge map[string]any) {
		charge["mode"], charge["created_on"] = "test", "2025-01-31T23:59:59Z"
		charge["requested_currency"], charge["charged_currency"] = "EUR", "eur"
		charge["requested_amount"], charge["charged_amount"] = 1_000_001, json.RawMessage("99999999999999999999")
	})
}

// digits makes the exact sum of the fees a number with 600 digits.
func digits() func(*fakeservice.Behavior) {
	var mu sync.Mutex
	n := 0
	return mutated(func(charge map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		n++
		charge["fee_amount"], charge["fee_currency"], charge["fee_amount_formatted"] = 1, "JPY", json.RawMessage([]string{"1e300", "1e-300"}[n%2])
	})
}

// arguments are configurations by the objects that have these arguments. Each of
// these objects has the same messages about them.
var arguments = map[string][]acctest.Values{
	"of all": {
		{},
		{"store_id": uuidText},
		{"store_id": "store"},
		{"store_id": acctest.Unknown},
		{"transaction_token_id": "{" + uuidText + "}"},
		card(nil),
		card(acctest.Values{"last_four": acctest.Unknown}),
		{"card": acctest.Unknown},
		card(acctest.Values{"last_four": "042"}),
		card(acctest.Values{"last_four": "００４２"}),
		card(acctest.Values{"name": ""}),
		card(acctest.Values{"exp_month": 0}),
		card(acctest.Values{"exp_month": 13}),
		card(acctest.Values{"exp_month": 12}),
		card(acctest.Values{"exp_year": 30}),
		card(acctest.Values{"exp_year": 20300}),
		card(acctest.Values{"last_four": "12345", "name": "", "exp_month": 66, "exp_year": 88}),
		{"from": "2025-01-31", "to": "2025-02-01"},
		{"from": "2025-01-31T00:00:00.000001Z", "to": "2025-01-31T09:00:00.000002+09:00"},
		{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31"},
		{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31T08:59:59+09:00"},
		{"from": "2025-01-31", "to": acctest.Unknown},
		{"from": "2025-01-31T00:00:00"},
		{"to": "2025-02-30"},
		{"phone": "0312345678"},
		{"phone": "+81312345678"},
		{"phone": ""},
		{"amount_from": 0, "amount_to": 1},
		{"amount_from": 5, "amount_to": 5},
		{"currency": "jpy"},
		{"mode": "production"},
		{"metadata": ""},
		{"extra_filters": acctest.Values{"email": "a@example.com"}},
		{"extra_filters": acctest.Values{"email": acctest.Unknown}},
		{"extra_filters": acctest.Values{"email": nil}},
		{"extra_filters": acctest.Values{"": "x", "Cursor": "50", "LIMIT": "50", "last_four": "0042", "to ": "50", "Store_ID": uuidText}},
		{"page_size": 9},
		{"page_size": 10},
		{"page_size": 100},
		{"page_size": 101},
		{"timeouts": acctest.Values{}},
	},
	"of a list": {
		{"cursor": "next"},
		{"cursor_direction": "up"},
		{"max_results": 0},
		{"max_results": new(big.Float).SetUint64(1 << 63)},
		{"fields": []string{"id", "charged_amount_formatted"}},
		{"fields": acctest.Unknown},
		{"fields": []any{"id", acctest.Unknown}},
		{"fields": []string{"id", "amount"}},
		{"fields": []any{nil}},
		{"fields": []string{}},
		{"timeouts": acctest.Values{"read": "5s"}},
		{"timeouts": acctest.Values{"read": "-5s"}},
		{"timeouts": acctest.Values{"read": "0s"}},
		{"timeouts": acctest.Values{"read": "soon"}},
		{"timeouts": acctest.Values{"read": "99999999h"}},
	},
	"of a summary": {
		{"group_by": []string{"status", "day"}},
		{"group_by": []string{}},
		{"group_by": acctest.Unknown},
		{"group_by": []any{acctest.Unknown, "mode"}},
		{"group_by": []string{"week"}},
		{"time_zone": "Asia/Tokyo"},
		{"time_zone": acctest.Unknown},
		{"time_zone": "Local"},
		{"time_zone": ""},
		{"time_zone": "../Asia/Tokyo"},
		{"timeouts": acctest.Values{"read": "soon"}},
	},
}

func card(change acctest.Values) acctest.Values {
	values := acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}
	maps.Copy(values, change)
	return acctest.Values{"card": values}
}

// TestMessages compares every message of these objects, as users see it, with a file.
// With an error there is no result. No message shows the values of card or phone.
func TestMessages(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	table := situations()
	for _, name := range slices.Sorted(maps.Keys(table)) {
		s := table[name]
		synctest.Test(t, func(t *testing.T) { fmt.Fprintf(&text, "# %s\n\n%s\n", name, s.run(t)) })
	}
	p := acctest.NewProtocol(t)
	for _, of := range slices.Sorted(maps.Keys(arguments)) {
		fmt.Fprintf(&text, "# Arguments %s\n\n", of)
		for _, config := range arguments[of] {
			said := checked(t, p, of, config)
			for _, secret := range []string{"12345", "66", "88", "0312345678", "8131234", "YAMADA", "042"} {
				if strings.Contains(said, secret) {
					t.Errorf("%s is in: %s", secret, said)
				}
			}
			fmt.Fprintf(&text, "%s\n%s\n", strings.TrimPrefix(fmt.Sprintf("%#v", config), "acctest."), said)
		}
	}
	golden.Compare(t, "messages.golden", strings.ReplaceAll(text.String(), "interface {}", "any"))
}

func (s situation) run(t *testing.T) string {
	t.Helper()
	service, p := inBubble(t, s.charges, s.provider)
	if s.behavior != nil {
		service.Set(s.behavior)
	}
	if s.fault.Status != 0 || s.fault.Break != fakeservice.BreakNone || s.fault.Body != nil {
		service.Inject(s.fault)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if s.stop > 0 {
		time.AfterFunc(s.stop, cancel)
	}
	read := s.read
	if read == nil {
		read = list
	}
	result, diags := read(ctx, p, s.config)
	if complete := result["charges"] != nil || result["charge_count"] != nil; complete != (diags.Errors() == "") {
		t.Errorf("there is a result: %t, and the messages are: %s", complete, diags)
	}
	return diags.String()
}

// checked returns the messages about a configuration, which must be the same for all
// objects that have its arguments.
func checked(t *testing.T, p *acctest.Protocol, of string, config acctest.Values) string {
	t.Helper()
	said := map[string]string{}
	for name, read := range ways {
		if of == "of a list" && name == "summary" || of == "of a summary" && name != "summary" {
			continue
		}
		mine := maps.Clone(config)
		if limits, ok := config["timeouts"].(acctest.Values); ok && name == "ephemeral resource" && limits["read"] != nil {
			mine["timeouts"] = acctest.Values{"open": limits["read"]}
		}
		_, diags := read(t.Context(), p, mine)
		for _, d := range diags {
			if d.Attribute != nil && len(d.Attribute.Steps()) > 0 && (strings.Contains(d.Detail, "`card") || strings.Contains(d.Detail, "`phone")) {
				t.Errorf("the CLI prints a source line with: %s", d.Detail)
			}
		}
		text := strings.ReplaceAll(diags.String(), "timeouts.open", "timeouts.read")
		if strings.Contains(text, "Provider Not Configured") { // a configured one would send a request
			text = "valid\n"
		}
		said[text] = name
	}
	if len(said) != 1 {
		t.Errorf("%v has different messages: %q", config, said)
	}
	for text := range said {
		return text
	}
	return ""
}
