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
	argument := func(name string, value any) acctest.Values { return acctest.Values{name: value} }
	filter := func(name string, value any) acctest.Values {
		return acctest.Values{"extra_filters": acctest.Values{name: value}}
	}
	const blank = "must not be empty or blank"
	summaries := map[string]way{"summary": summary}
	type row struct {
		reads  map[string]way
		config acctest.Values
		at     string // the argument in the path of the message; empty for a sensitive one
		says   string // how the message begins; empty for no message
	}
	p := acctest.NewProtocol(t) // without a client, which would send a request
	unknown := acctest.Values{"base_url": acctest.Unknown, "secret": acctest.Unknown, "app_token": acctest.Unknown}
	if diags := p.Configure(t.Context(), unknown); len(diags) > 0 {
		t.Fatal(diags)
	}
	for name, tt := range map[string]row{
		"nothing": {
			reads: ways,
		},
		"unknown values": {
			reads: ways,
			config: acctest.Values{
				"store_id":  acctest.Unknown,
				"card":      acctest.Unknown,
				"page_size": acctest.Unknown,
				"from":      "2025-01-31",
				"to":        acctest.Unknown,
			},
		},
		"unknown inner values": {
			reads: ways,
			config: acctest.Values{
				"card":          card("last_four", acctest.Unknown)["card"],
				"extra_filters": acctest.Values{"email": acctest.Unknown},
			},
		},
		"a store that is no UUID": {
			reads:  ways,
			config: argument("store_id", "store"),
			at:     "store_id",
			says:   "`store_id` must be a UUID",
		},
		"a token in braces": {
			reads:  ways,
			config: argument("transaction_token_id", "{"+uuidText+"}"),
			at:     "transaction_token_id",
			says:   "`transaction_token_id` must be a UUID",
		},
		"three digits of a card": {
			reads:  ways,
			config: card("last_four", "042"),
			says:   "`card.last_four` must be a string of four digits",
		},
		"a year of two digits": {
			reads:  ways,
			config: card("exp_year", 30),
			says:   "`card.exp_year` must be a whole number from 1000 to 9999",
		},
		"blank metadata": {
			reads:  ways,
			config: argument("metadata", "  "),
			says:   "`metadata` " + blank,
		},
		"all filters": {
			reads: ways,
			config: acctest.Values{
				"card":        card("exp_month", 12)["card"],
				"phone":       "0312345678",
				"amount_from": 0,
				"amount_to":   1,
				"extra_filters": acctest.Values{
					"email":      "a@example.com",
					"charges":    "1",
					"total_hits": "2",
				},
			},
		},
		"month 13": {
			reads:  ways,
			config: card("exp_month", 13),
			says:   "`card.exp_month` must be a whole number from 1 to 12",
		},
		"a microsecond": {
			reads:  ways,
			config: acctest.Values{"from": "2025-01-31T00:00:00.000001Z", "to": "2025-01-31T09:00:00.000002+09:00"},
		},
		"no time at all": {
			reads:  ways,
			config: acctest.Values{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31"},
			at:     "from",
			says:   "`from` must be before `to`",
		},
		"a time without a zone": {
			reads:  ways,
			config: argument("from", "2025-01-31T00:00:00"),
			at:     "from",
			says:   "`from` must be an RFC 3339 time",
		},
		"a phone with a plus": {
			reads:  ways,
			config: argument("phone", "+81312345678"),
		},
		"a plus alone": {
			reads:  ways,
			config: argument("phone", "+"),
			says:   "`phone` must contain only the digits 0 to 9, and possibly a plus sign",
		},
		"no amount between": {
			reads:  ways,
			config: acctest.Values{"amount_from": 5, "amount_to": 5},
			at:     "amount_from",
			says:   "`amount_from` must be less than `amount_to`",
		},
		"an amount of too many bits": {
			reads:  ways,
			config: argument("amount_from", 1e300),
			at:     "amount_from",
			says:   "`amount_from` must be a whole number",
		},
		"small letters": {
			reads:  ways,
			config: argument("currency", "jpy"),
			at:     "currency",
			says:   "`currency` must be an ISO 4217 currency code",
		},
		"live_test": {
			reads:  ways,
			config: argument("mode", "live_test"),
		},
		"another mode": {
			reads:  ways,
			config: argument("mode", "production"),
			at:     "mode",
			says:   "`mode` must be `live`, `test` or `live_test`",
		},
		"an empty filter": {
			reads:  ways,
			config: filter("email", ""),
			says:   "`extra_filters[\"email\"]` must not be null, empty or blank; to leave it unset",
		},
		"a filter of null": {
			reads:  ways,
			config: filter("email", nil),
			says:   "`extra_filters[\"email\"]` must not be null",
		},
		"a filter with a blank": {
			reads:  ways,
			config: filter("email ", "a@example.com"),
			says:   "`extra_filters[\"email \"]` must not have an empty name, or white space",
		},
		"a parameter with an argument": {
			reads:  ways,
			config: filter("Last_Four", "0042"),
			says:   "`extra_filters[\"Last_Four\"]` must not be set here: it pages the list, or it has an argument of its own",
		},
		"the name of an argument": {
			reads:  ways,
			config: filter("max_results", "5"),
			says:   "`extra_filters[\"max_results\"]` must not be set here: it pages the list, or it has an argument of its own",
		},
		"the place in a list": {
			reads:  ways,
			config: filter("cursor", uuidText),
			says:   "`extra_filters[\"cursor\"]` must not be set here",
		},
		"the name of the time limits": {
			reads:  ways,
			config: filter("timeouts", "5s"),
			says:   "`extra_filters[\"timeouts\"]` must not be set here",
		},
		"the name of a summary's argument": {
			reads:  summaries,
			config: filter("group_by", "status"),
			says:   "`extra_filters[\"group_by\"]` must not be set here",
		},
		"the name of a summary's argument in capitals": {
			reads:  summaries,
			config: filter("Time_Zone", "Asia/Tokyo"),
			says:   "`extra_filters[\"Time_Zone\"]` must not be set here",
		},
		"a filter that is no argument of a list": {
			reads:  lists,
			config: filter("time_zone", "Asia/Tokyo"),
		},
		"the smallest page": {
			reads:  ways,
			config: argument("page_size", 10),
		},
		"the largest page": {
			reads:  ways,
			config: argument("page_size", 1e2),
		},
		"too small a page": {
			reads:  ways,
			config: argument("page_size", 9),
			at:     "page_size",
			says:   "`page_size` must be a whole number from 10 to 100",
		},
		"too large a page": {
			reads:  ways,
			config: argument("page_size", 101),
			at:     "page_size",
			says:   "`page_size` must be a whole number from 10 to 100",
		},

		"a cursor that is no UUID": {
			reads:  lists,
			config: argument("cursor", "next"),
			at:     "cursor",
			says:   "`cursor` must be a UUID",
		},
		"another direction": {
			reads:  lists,
			config: argument("cursor_direction", "up"),
			at:     "cursor_direction",
			says:   "`cursor_direction` must be `asc` or `desc`",
		},
		"no results": {
			reads:  lists,
			config: argument("max_results", 0),
			at:     "max_results",
			says:   "`max_results` must be a whole number from 1",
		},
		"fields": {
			reads:  lists,
			config: argument("fields", []any{"id", acctest.Unknown}),
		},
		"an unknown field": {
			reads:  lists,
			config: argument("fields", []any{"id", "amount"}),
			at:     "fields",
			says:   "\"amount\" in `fields` must be `capture_at`, `charged_amount`",
		},
		"a field of null": {
			reads:  lists,
			config: argument("fields", []any{nil}),
			at:     "fields",
			says:   "This attribute contains a null value",
		},
		"no fields": {
			reads:  lists,
			config: argument("fields", []any{}),
			at:     "fields",
			says:   "`fields` must not be empty. Valid names are: capture_at",
		},

		"groups": {
			reads:  summaries,
			config: argument("group_by", []any{"status", "day"}),
		},
		"groups by week": {
			reads:  summaries,
			config: argument("group_by", []any{"week"}),
			at:     "group_by",
			says:   "\"week\" in `group_by` must be `charged_currency`, `day`",
		},
		"a zone for unknown groups": {
			reads:  summaries,
			config: acctest.Values{"time_zone": "Asia/Tokyo", "group_by": []any{"status", acctest.Unknown}},
		},
		"a zone for no time": {
			reads:  summaries,
			config: acctest.Values{"time_zone": "Asia/Tokyo", "group_by": []any{"status"}},
			at:     "time_zone",
			says:   "`time_zone` has no effect",
		},
		"the zone of the machine": {
			reads:  summaries,
			config: acctest.Values{"time_zone": "Local", "group_by": []any{"day"}},
			at:     "time_zone",
			says:   "`time_zone` must be the IANA name of a time zone, such as Asia/Tokyo",
		},
		"a timeout": {
			reads:  map[string]way{"data source": list, "summary": summary},
			config: argument("timeouts", acctest.Values{"read": "5s"}),
		},
		"a timeout that is no time": {
			reads:  map[string]way{"data source": list, "summary": summary},
			config: argument("timeouts", acctest.Values{"read": "soon"}),
			at:     "timeouts",
			says:   "`timeouts.read` must be a Go duration",
		},
		"a timeout of the twin": {
			reads:  map[string]way{"ephemeral resource": twin},
			config: argument("timeouts", acctest.Values{"open": "-5s"}),
			at:     "timeouts",
			says:   "`timeouts.open` must be a Go duration",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for by, read := range tt.reads {
				_, diags := read(t.Context(), p, maps.Clone(tt.config))
				diags = slices.DeleteFunc(diags, isNotConfigured)
				if tt.says == "" && len(diags) > 0 || tt.says != "" && len(diags) != 1 {
					t.Errorf("the %s says %s, want %q", by, diags, tt.says)
					continue
				}
				for _, d := range diags {
					if root(d) != tt.at || !strings.HasPrefix(d.Detail, tt.says) {
						t.Errorf("at %q, the %s says %s, want %q at %q", root(d), by, d.Detail, tt.says, tt.at)
					}
					for _, secret := range []string{"0312345678", "YAMADA", "042"} {
						if strings.Contains(d.Detail, secret) {
							t.Errorf("the %s shows %s: %s", by, secret, d.Detail)
						}
					}
				}
			}
		})
	}
}

// isNotConfigured reports whether a message says that the provider has no client yet.
func isNotConfigured(d *tfprotov6.Diagnostic) bool {
	return d.Summary == "Provider Configuration Not Known Yet"
}
