// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// Arguments are checked before anything is sent, with the same messages by all objects that
// have them. A message about a sensitive argument has no path, and no message shows its value.
func TestArguments(t *testing.T) {
	t.Parallel()
	card := func(argument string, value any) acctest.Values {
		card := acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}
		card[argument] = value
		return acctest.Values{"card": card}
	}
	one := func(argument string, value any) acctest.Values { return acctest.Values{argument: value} }
	filter := func(name string, value any) acctest.Values {
		return acctest.Values{"extra_filters": acctest.Values{name: value}}
	}
	const blank = "must not be empty or blank"
	summaries := map[string]way{"summary": summary}
	type row struct {
		by     map[string]way
		config acctest.Values
		says   []string // the argument in the path of each message, and how it begins
	}
	p := acctest.NewProtocol(t) // without a client, which would send a request
	unknown := acctest.Values{"base_url": acctest.Unknown, "secret": acctest.Unknown, "app_token": acctest.Unknown}
	if diags := p.Configure(t.Context(), unknown); len(diags) > 0 {
		t.Fatal(diags)
	}
	for name, tt := range map[string]row{
		"nothing":                      {ways, nil, nil},
		"unknown values":               {ways, acctest.Values{"store_id": acctest.Unknown, "card": acctest.Unknown, "page_size": acctest.Unknown, "from": "2025-01-31", "to": acctest.Unknown}, nil},
		"unknown inner values":         {ways, acctest.Values{"card": card("last_four", acctest.Unknown)["card"], "extra_filters": acctest.Values{"email": acctest.Unknown}}, nil},
		"a store that is no UUID":      {ways, one("store_id", "store"), []string{"store_id: `store_id` must be a UUID"}},
		"a token in braces":            {ways, one("transaction_token_id", "{"+uuidText+"}"), []string{"transaction_token_id: `transaction_token_id` must be a UUID"}},
		"three digits of a card":       {ways, card("last_four", "042"), []string{": `card.last_four` must be a string of four digits"}},
		"a year of two digits":         {ways, card("exp_year", 30), []string{": `card.exp_year` must be a whole number from 1000 to 9999"}},
		"blank metadata":               {ways, one("metadata", "  "), []string{": `metadata` " + blank}},
		"all filters":                  {ways, acctest.Values{"card": card("exp_month", 12)["card"], "phone": "0312345678", "amount_from": 0, "amount_to": 1, "extra_filters": acctest.Values{"email": "a@example.com", "charges": "1", "total_hits": "2"}}, nil},
		"month 13":                     {ways, card("exp_month", 13), []string{": `card.exp_month` must be a whole number from 1 to 12"}},
		"a microsecond":                {ways, acctest.Values{"from": "2025-01-31T00:00:00.000001Z", "to": "2025-01-31T09:00:00.000002+09:00"}, nil},
		"no time at all":               {ways, acctest.Values{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31"}, []string{"from: `from` must be before `to`"}},
		"a time without a zone":        {ways, one("from", "2025-01-31T00:00:00"), []string{"from: `from` must be an RFC 3339 time"}},
		"a phone with a plus":          {ways, one("phone", "+81312345678"), nil},
		"a plus alone":                 {ways, one("phone", "+"), []string{": `phone` must contain only the digits 0 to 9, and possibly a plus sign"}},
		"no amount between":            {ways, acctest.Values{"amount_from": 5, "amount_to": 5}, []string{"amount_from: `amount_from` must be less than `amount_to`"}},
		"an amount of too many bits":   {ways, one("amount_from", 1e300), []string{"amount_from: `amount_from` must be a whole number"}},
		"small letters":                {ways, one("currency", "jpy"), []string{"currency: `currency` must be an ISO 4217 currency code"}},
		"live_test":                    {ways, one("mode", "live_test"), nil},
		"another mode":                 {ways, one("mode", "production"), []string{"mode: `mode` must be `live`, `test` or `live_test`"}},
		"an empty filter":              {ways, filter("email", ""), []string{": `extra_filters[\"email\"]` must not be null, empty or blank; to leave it unset"}},
		"a filter of null":             {ways, filter("email", nil), []string{": `extra_filters[\"email\"]` must not be null"}},
		"a filter with a blank":        {ways, filter("email ", "a@example.com"), []string{": `extra_filters[\"email \"]` must not have an empty name, or white space"}},
		"a parameter with an argument": {ways, filter("Last_Four", "0042"), []string{": `extra_filters[\"Last_Four\"]` must not be set here: it pages, or has an argument of its own, such as `card`"}},
		"the name of an argument":      {ways, filter("max_results", "5"), []string{": `extra_filters[\"max_results\"]` must not be set here: it pages, or has an argument of its own"}},
		"the place in a list":          {ways, filter("cursor", uuidText), []string{": `extra_filters[\"cursor\"]` must not be set here"}},
		"the smallest page":            {ways, one("page_size", 10), nil},
		"the largest page":             {ways, one("page_size", 1e2), nil},
		"too small a page":             {ways, one("page_size", 9), []string{"page_size: `page_size` must be a whole number from 10 to 100"}},
		"too large a page":             {ways, one("page_size", 101), []string{"page_size: `page_size` must be a whole number from 10 to 100"}},

		"a cursor that is no UUID": {lists, one("cursor", "next"), []string{"cursor: `cursor` must be a UUID"}},
		"another direction":        {lists, one("cursor_direction", "up"), []string{"cursor_direction: `cursor_direction` must be `asc` or `desc`"}},
		"no results":               {lists, one("max_results", 0), []string{"max_results: `max_results` must be a whole number from 1"}},
		"fields":                   {lists, one("fields", []any{"id", acctest.Unknown}), nil},
		"an unknown field":         {lists, one("fields", []any{"id", "amount"}), []string{"fields: \"amount\" in `fields` must be `capture_at`, `charged_amount`"}},
		"a field of null":          {lists, one("fields", []any{nil}), []string{"fields: This attribute contains a null value"}},
		"no fields":                {lists, one("fields", []any{}), []string{"fields: `fields` must not be empty. Valid names are: capture_at"}},

		"groups":                    {summaries, one("group_by", []any{"status", "day"}), nil},
		"groups by week":            {summaries, one("group_by", []any{"week"}), []string{"group_by: \"week\" in `group_by` must be `charged_currency`, `day`"}},
		"a zone for unknown groups": {summaries, acctest.Values{"time_zone": "Asia/Tokyo", "group_by": []any{"status", acctest.Unknown}}, nil},
		"a zone for no time":        {summaries, acctest.Values{"time_zone": "Asia/Tokyo", "group_by": []any{"status"}}, []string{"time_zone: `time_zone` has no effect"}},
		"the zone of the machine":   {summaries, acctest.Values{"time_zone": "Local", "group_by": []any{"day"}}, []string{"time_zone: `time_zone` must be the IANA name of a time zone, such as Asia/Tokyo"}},
		"a timeout":                 {map[string]way{"data source": list, "summary": summary}, one("timeouts", acctest.Values{"read": "5s"}), nil},
		"a timeout that is no time": {map[string]way{"data source": list, "summary": summary}, one("timeouts", acctest.Values{"read": "soon"}), []string{"timeouts: `timeouts.read` must be a Go duration"}},
		"a timeout of the twin":     {map[string]way{"ephemeral resource": twin}, one("timeouts", acctest.Values{"open": "-5s"}), []string{"timeouts: `timeouts.open` must be a Go duration"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for by, read := range tt.by {
				_, diags := read(t.Context(), p, maps.Clone(tt.config))
				diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary == "Provider Configuration Not Known Yet" })
				var said []string
				for _, d := range diags {
					said = append(said, root(d)+": "+d.Detail)
				}
				if !slices.EqualFunc(said, tt.says, strings.HasPrefix) {
					t.Errorf("%s said %q, not %q", by, said, tt.says)
				}
				for _, secret := range []string{"0312345678", "YAMADA", "042"} {
					if strings.Contains(strings.Join(said, ""), secret) {
						t.Errorf("%s shows %s: %q", by, secret, said)
					}
				}
			}
		})
	}
}
