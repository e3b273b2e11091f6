// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const uuidText = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

func card(change acctest.Values) acctest.Values {
	values := acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}
	for name, value := range change {
		values[name] = value
	}
	return acctest.Values{"card": values}
}

// validation is a configuration, and a part of what is said of it; nothing if
// it is valid.
type validation struct {
	config acctest.Values
	says   string
}

// filterValidations are about what the list, its ephemeral twin and the summary
// have in common.
func filterValidations() map[string]validation {
	return map[string]validation{
		"nothing":                            {acctest.Values{}, ""},
		"a store":                            {acctest.Values{"store_id": uuidText}, ""},
		"a store that is no UUID":            {acctest.Values{"store_id": "store"}, "store_id"},
		"a token":                            {acctest.Values{"transaction_token_id": uuidText}, ""},
		"a token that is no UUID":            {acctest.Values{"transaction_token_id": "{" + uuidText + "}"}, "transaction_token_id"},
		"an unknown store":                   {acctest.Values{"store_id": acctest.Unknown}, ""},
		"a card":                             {card(nil), ""},
		"a card with an unknown number":      {card(acctest.Values{"last_four": acctest.Unknown}), ""},
		"an unknown card":                    {acctest.Values{"card": acctest.Unknown}, ""},
		"three digits":                       {card(acctest.Values{"last_four": "042"}), "card.last_four"},
		"four full-width digits":             {card(acctest.Values{"last_four": "００４２"}), "card.last_four"},
		"a nameless card":                    {card(acctest.Values{"name": ""}), "card.name"},
		"month 0":                            {card(acctest.Values{"exp_month": 0}), "card.exp_month"},
		"month 13":                           {card(acctest.Values{"exp_month": 13}), "card.exp_month"},
		"month 12":                           {card(acctest.Values{"exp_month": 12}), ""},
		"a year of two digits":               {card(acctest.Values{"exp_year": 30}), "card.exp_year"},
		"a year of five digits":              {card(acctest.Values{"exp_year": 20300}), "card.exp_year"},
		"dates":                              {acctest.Values{"from": "2025-01-31", "to": "2025-02-01"}, ""},
		"times":                              {acctest.Values{"from": "2025-01-31T00:00:00.000001Z", "to": "2025-01-31T09:00:00.000002+09:00"}, ""},
		"from equal to to":                   {acctest.Values{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31"}, "`from` must be before `to`"},
		"from after to in another zone":      {acctest.Values{"from": "2025-01-31T00:00:00Z", "to": "2025-01-31T08:59:59+09:00"}, "`from` must be before `to`"},
		"from with an unknown to":            {acctest.Values{"from": "2025-01-31", "to": acctest.Unknown}, ""},
		"an hour of one digit":               {acctest.Values{"from": "2025-03-01T5:00:00Z"}, "`from` must be an RFC 3339 time"},
		"a zone of 24 hours":                 {acctest.Values{"to": "2025-03-01T05:00:00+24:00"}, "`to` must be an RFC 3339 time"},
		"a zone of 60 minutes":               {acctest.Values{"to": "2025-03-01T05:00:00+14:60"}, "`to` must be an RFC 3339 time"},
		"a time without a zone":              {acctest.Values{"from": "2025-01-31T00:00:00"}, "`from` must be an RFC 3339 time"},
		"a day that is none":                 {acctest.Values{"to": "2025-02-30"}, "`to` must be an RFC 3339 time"},
		"a week":                             {acctest.Values{"from": "2025-W05"}, "`from` must be an RFC 3339 time"},
		"digits of a phone":                  {acctest.Values{"phone": "0312345678"}, ""},
		"a phone with a plus":                {acctest.Values{"phone": "+81312345678"}, "`phone` must"},
		"an empty phone":                     {acctest.Values{"phone": ""}, "`phone` must"},
		"amounts":                            {acctest.Values{"amount_from": 0, "amount_to": 1}, ""},
		"amounts equal":                      {acctest.Values{"amount_from": 5, "amount_to": 5}, "`amount_from` must be less than `amount_to`"},
		"amounts the wrong way round":        {acctest.Values{"amount_from": 6, "amount_to": 5}, "`amount_from` must be less than `amount_to`"},
		"a currency":                         {acctest.Values{"currency": "JPY"}, ""},
		"a currency in small letters":        {acctest.Values{"currency": "jpy"}, "`currency` must be an ISO 4217 currency code of three capital letters, such as JPY"},
		"live":                               {acctest.Values{"mode": "live"}, ""},
		"another mode":                       {acctest.Values{"mode": "production"}, "mode"},
		"an empty metadata filter":           {acctest.Values{"metadata": ""}, "metadata"},
		"a further filter":                   {acctest.Values{"extra_filters": acctest.Values{"email": "a@example.com"}}, ""},
		"a further filter with no name":      {acctest.Values{"extra_filters": acctest.Values{"": "x"}}, "extra_filters"},
		"a further filter for the pages":     {acctest.Values{"extra_filters": acctest.Values{"limit": "50"}}, "page_size"},
		"a further filter for a cursor":      {acctest.Values{"extra_filters": acctest.Values{"cursor": "50"}}, "cursor"},
		"a further filter for a card":        {acctest.Values{"extra_filters": acctest.Values{"last_four": "0042"}}, "card.last_four"},
		"a filter for a cursor, in capitals": {acctest.Values{"extra_filters": acctest.Values{"Cursor": "50"}}, "cursor"},
		"a filter for pages, in capitals":    {acctest.Values{"extra_filters": acctest.Values{"LIMIT": "50"}}, "page_size"},
		"a filter with a space":              {acctest.Values{"extra_filters": acctest.Values{"to ": "50"}}, "use `to` instead"},
		"a further filter that is null":      {acctest.Values{"extra_filters": acctest.Values{"email": nil}}, "must not be null"},
		"a further filter that is not known": {acctest.Values{"extra_filters": acctest.Values{"email": acctest.Unknown}}, ""},
		"pages of ten":                       {acctest.Values{"page_size": 10}, ""},
		"pages of a hundred":                 {acctest.Values{"page_size": 100}, ""},
		"pages of nine":                      {acctest.Values{"page_size": 9}, "page_size"},
		"pages of 101":                       {acctest.Values{"page_size": 101}, "page_size"},
		"a time limit":                       {acctest.Values{"timeouts": acctest.Values{}}, ""},
	}
}

func listValidations() map[string]validation {
	return map[string]validation{
		"a cursor that is no UUID":    {acctest.Values{"cursor": "next"}, "cursor"},
		"no results":                  {acctest.Values{"max_results": 0}, "max_results"},
		"another direction":           {acctest.Values{"cursor_direction": "up"}, "cursor_direction"},
		"fields":                      {acctest.Values{"fields": []string{"id", "charged_amount_formatted"}}, ""},
		"unknown fields":              {acctest.Values{"fields": acctest.Unknown}, ""},
		"a field that is not known":   {acctest.Values{"fields": []any{"id", acctest.Unknown}}, ""},
		"a field that does not exist": {acctest.Values{"fields": []string{"id", "amount"}}, `must not contain "amount". Valid names are: capture_at, charged_amount, `},
		"a field in capital letters":  {acctest.Values{"fields": []string{"ID"}}, "store_name, subscription_id, transaction_token_id, transaction_token_type."},
		"a field that is null":        {acctest.Values{"fields": []any{nil}}, "must not contain null. Valid names are: capture_at, "},
		"no fields":                   {acctest.Values{"fields": []string{}}, "`fields` must not be empty. Valid names are: capture_at, "},
	}
}

func summaryValidations() map[string]validation {
	return map[string]validation{
		"groups":                       {acctest.Values{"group_by": []string{"status", "day"}}, ""},
		"no groups":                    {acctest.Values{"group_by": []string{}}, ""},
		"unknown groups":               {acctest.Values{"group_by": acctest.Unknown}, ""},
		"a grouping that is not known": {acctest.Values{"group_by": []any{acctest.Unknown, "mode"}}, ""},
		"a grouping that is none": {acctest.Values{"group_by": []string{"week"}},
			`must not contain "week". Valid names are: charged_currency, day, mode, month, requested_currency, status, store_id, transaction_token_type.`},
		"a grouping by id":     {acctest.Values{"group_by": []string{"id"}}, "charged_currency, day,"},
		"a time zone":          {acctest.Values{"time_zone": "Asia/Tokyo"}, ""},
		"an unknown time zone": {acctest.Values{"time_zone": acctest.Unknown}, ""},
		"UTC":                  {acctest.Values{"time_zone": "UTC"}, ""},
		"the local time zone":  {acctest.Values{"time_zone": "Local"}, "`time_zone` must be the IANA name of a time zone, such as Asia/Tokyo"},
		"an empty time zone":   {acctest.Values{"time_zone": ""}, "such as Asia/Tokyo"},
		"an abbreviation":      {acctest.Values{"time_zone": "JST"}, "such as Asia/Tokyo"},
		"an offset":            {acctest.Values{"time_zone": "+09:00"}, "such as Asia/Tokyo"},
		"a path":               {acctest.Values{"time_zone": "../Asia/Tokyo"}, "such as Asia/Tokyo"},
	}
}

// Each rule is checked before anything is sent, and only as far as values are
// known.
func TestValidate(t *testing.T) {
	t.Parallel()
	for way, read := range allWays() {
		tests := filterValidations()
		maps.Copy(tests, map[bool]map[string]validation{true: summaryValidations(), false: listValidations()}[way == "summary"])
		for name, tt := range tests {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				_, diags := read(acctest.NewProtocol(t), t, tt.config)
				errors := diags.Errors()
				// If the configuration is valid, reading is what fails: there
				// is no provider.
				if valid := strings.Contains(errors, "Provider Not Configured"); valid != (tt.says == "") {
					t.Fatalf("diagnostics: %s", diags)
				}
				if !strings.Contains(errors, tt.says) {
					t.Errorf("%q is not in: %s", tt.says, errors)
				}
			})
		}
	}
}

// One run reports every broken rule.
func TestValidate_timeouts(t *testing.T) {
	t.Parallel()
	for way, read := range allWays() {
		limit := map[bool]string{true: "open", false: "read"}[way == "ephemeral resource"]
		for value, says := range map[string]string{
			"-5s": "longer than zero", "0s": "longer than zero", "soon": "`timeouts." + limit + "` must be a Go duration", "99999999h": "at most 2562047h", "5s": "Provider Not Configured",
		} {
			t.Run(value+", "+way, func(t *testing.T) {
				t.Parallel()
				_, diags := read(acctest.NewProtocol(t), t, acctest.Values{"timeouts": acctest.Values{limit: value}})
				if len(diags) != 1 || !strings.Contains(diags.Errors(), says) {
					t.Errorf("%q is not in: %s", says, diags)
				}
			})
		}
	}
}

func TestValidate_reportsAll(t *testing.T) {
	t.Parallel()
	config := card(acctest.Values{"last_four": "42", "exp_month": 13, "exp_year": 30, "name": ""})
	config["from"], config["to"], config["phone"] = "2025-02-01", "2025-01-01", "03-1234"
	config["amount_from"], config["amount_to"] = 2, 1
	_, diags := acctest.NewProtocol(t).Read(t.Context(), typeName, config)
	if len(diags) != 7 {
		t.Errorf("%d diagnostics: %s", len(diags), diags)
	}
}

// What is wrong with the card or the telephone number is said without a path,
// since the CLI prints the line that a path leads to, and without the value.
func TestValidate_showsNothingOfTheCard(t *testing.T) {
	t.Parallel()
	config := card(acctest.Values{"last_four": "12345", "exp_month": 77, "exp_year": 88})
	config["phone"] = "03-9999"
	_, diags := acctest.NewProtocol(t).Read(t.Context(), typeName, config)
	if len(diags) != 4 {
		t.Fatalf("diagnostics: %s", diags)
	}
	for _, d := range diags {
		if len(d.Attribute.Steps()) != 0 {
			t.Errorf("%s has the path %s", d.Summary, d.Attribute)
		}
	}
	for _, value := range []string{"12345", "77", "88", "9999", "YAMADA"} {
		if strings.Contains(diags.String(), value) {
			t.Errorf("%s is in: %s", value, diags)
		}
	}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	data, twin := p.Schemas.DataSourceSchemas[typeName], p.Schemas.EphemeralResourceSchemas[typeName]
	for _, schema := range []*tfprotov6.Schema{data, twin} {
		describedAll(t, "", schema.Block.Attributes)
	}
	if got, want := names(twin.Block.Attributes), names(data.Block.Attributes); got != strings.ReplaceAll(want, "timeouts.read", "timeouts.open") {
		t.Errorf("the twin has\n%s\nthe data source\n%s", got, want)
	}
}

func describedAll(t *testing.T, prefix string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, a := range attributes {
		if a.Description == "" {
			t.Errorf("%s%s has no description", prefix, a.Name)
		}
		if a.NestedType != nil {
			describedAll(t, prefix+a.Name+".", a.NestedType.Attributes)
		}
	}
}

// names lists attributes with what matters about them.
func names(attributes []*tfprotov6.SchemaAttribute) string {
	var b strings.Builder
	var walk func(string, []*tfprotov6.SchemaAttribute)
	walk = func(prefix string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			b.WriteString(prefix + a.Name)
			if a.Sensitive {
				b.WriteString(" sensitive")
			}
			switch {
			case a.Required:
				b.WriteString(" required")
			case a.Optional:
				b.WriteString(" optional")
			case a.Computed:
				b.WriteString(" computed")
			}
			b.WriteString("\n")
			if a.NestedType != nil {
				walk(prefix+a.Name+".", a.NestedType.Attributes)
			}
		}
	}
	walk("", attributes)
	return b.String()
}
