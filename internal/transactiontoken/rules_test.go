// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"slices"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const (
	oneGroup      = "Exactly one of `card`, `paidy`, `online`, `konbini` and `bank_transfer` is required."
	emailRequired = "`email` is required unless the payment method is `online`."
	blankRequired = " must not be empty or blank (a CI secret that does not exist arrives as an empty text)."
	onlyOneTime   = "`online` is allowed only if `type` is `one_time`."
	onlyRecurring = "`card.three_ds.enabled` may be `true` only if `type` is `recurring`."
	needsCountry  = "`card.phone_number.country_code` is required if `card.three_ds.enabled` is `true`."
	needsNumber   = "`card.phone_number.local_number` is required if `card.three_ds.enabled` is `true`."
	limitNoEffect = "`usage_limit` has no effect if `type` is `one_time`."
	shiftTooShort = "`konbini.expiration_time_shift` requires " +
		"that `konbini.expiration_period` is one day (P1D) or more, or unset."
	shiftNoEffect  = "`konbini.expiration_time_shift` has no effect at this `konbini.convenience_store`."
	needsIPAddress = "`ip_address` is required " +
		"if `online.brand` is `we_chat_online` and `online.call_method` is `web` or `http_get`."
	needsUser = "`online.user_identifier` is required " +
		"if `online.brand` is `we_chat_online` and `online.call_method` is `sdk` or `web`."
	needsSystem = "`online.os_type` is required " +
		"if `online.brand` is `alipay_plus_online` and `online.call_method` is `http_get_mobile` or `app`."
)

// A rule about several arguments is checked as far as their values are known. All broken rules are
// reported, each once.
func TestValidate_rules(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	const unknown = acctest.Unknown
	// A dynamic block with an unknown for_each is an object of unknown values, with nulls for what
	// its content does not set.
	dynamicCard := values{"card_number": unknown, "exp_month": unknown, "exp_year": unknown}
	dynamicOnline := values{"brand": unknown, "call_method": unknown}
	threeDS := values{"type": "recurring", "card.three_ds.enabled": true}
	for name, tt := range map[string]struct {
		payment string
		changes values
		refuses []string
		warns   []string
	}{
		"no payment method": {
			payment: "online",
			changes: values{"online": nil},
			refuses: []string{oneGroup},
		},
		"two payment methods": {
			payment: "konbini",
			changes: values{"bank_transfer.brand": "aozora_bank"},
			refuses: []string{oneGroup},
		},
		"a dynamic block besides a block": {
			payment: "konbini",
			changes: values{"bank_transfer.brand": unknown},
		},
		"a dynamic block with an inner block besides a block": {
			payment: "online",
			changes: values{"card": dynamicCard, "card.cvv": nil, "card.phone_number.country_code": unknown},
		},
		"a dynamic block in a block": {
			payment: "konbini",
			changes: values{"konbini.phone_number": unknown},
		},
		"two dynamic blocks": {
			payment: "online",
			changes: values{"online": dynamicOnline, "card": dynamicCard},
		},
		"a dynamic block that may be wrong for the type": {
			payment: "online",
			changes: values{"online": dynamicOnline, "type": "recurring"},
		},
		"a dynamic block that may need an e-mail address": {
			payment: "bank_transfer",
			changes: values{"bank_transfer.brand": unknown, "email": nil},
		},
		"a dynamic block that lacks an argument if it is there": {
			payment: "card",
			changes: values{"card": values{"card_number": unknown, "exp_year": unknown}},
			refuses: []string{"`card.exp_month` is required."},
		},
		"a block with an unknown value": {
			payment: "card",
			changes: values{"card.card_number": unknown, "email": nil},
			refuses: []string{emailRequired},
		},
		"paidy that is unknown": {
			payment: "paidy",
			changes: values{"paidy": unknown, "email": nil},
		},
		"paidy with an unknown value": {
			payment: "paidy",
			changes: values{"paidy.paidy_token": unknown, "email": nil},
			refuses: []string{emailRequired},
		},

		"an empty card": {
			payment: "card",
			changes: values{"card": values{}},
			refuses: []string{
				"`card.card_number` is required.",
				"`card.exp_month` is required.",
				"`card.exp_year` is required.",
			},
		},
		"an empty konbini": {
			payment: "konbini",
			changes: values{"konbini": values{}},
			refuses: []string{
				"`konbini.customer_name` is required.",
				"`konbini.phone_number.country_code` is required.",
				"`konbini.phone_number.local_number` is required.",
				"`konbini.convenience_store` is required.",
			},
		},
		"an empty telephone number": {
			payment: "konbini",
			changes: values{"konbini.phone_number": values{}},
			refuses: []string{
				"`konbini.phone_number.country_code` is required.",
				"`konbini.phone_number.local_number` is required.",
			},
		},
		"an empty online": {
			payment: "online",
			changes: values{"online": values{}},
			refuses: []string{"`online.brand` is required.", "`online.call_method` is required."},
		},
		"an empty bank_transfer": {
			payment: "bank_transfer",
			changes: values{"bank_transfer": values{}},
			refuses: []string{"`bank_transfer.brand` is required."},
		},
		"card without email": {
			payment: "card",
			changes: values{"email": nil},
			refuses: []string{emailRequired},
		},
		"konbini without email": {
			payment: "konbini",
			changes: values{"email": nil},
			refuses: []string{emailRequired},
		},
		"bank_transfer without email": {
			payment: "bank_transfer",
			changes: values{"email": nil},
			refuses: []string{emailRequired},
		},
		"paidy without email": {
			payment: "paidy",
			changes: values{"email": nil},
			refuses: []string{emailRequired},
		},
		"online without email": {
			payment: "online",
			changes: values{"email": nil},
		},
		"an email that is unknown": {
			payment: "card",
			changes: values{"email": unknown},
		},
		"required arguments that are empty": {
			payment: "card",
			changes: values{"type": "", "email": "", "card.exp_month": " ", "card.zip": ""},
			refuses: []string{
				"`card.exp_month`" + blankRequired,
				"`card.zip` must not be empty or blank; to leave it unset, omit it or set it to null " +
					"(a CI secret that does not exist arrives as an empty text).",
				"`email`" + blankRequired,
				"`type`" + blankRequired,
			},
		},
		"several at once": {
			payment: "konbini",
			changes: values{
				"email":                             "nobody",
				"ip_address":                        "::1",
				"konbini.convenience_store":         "kiosk",
				"konbini.customer_name":             nil,
				"konbini.phone_number.country_code": "82",
			},
			refuses: []string{
				"`konbini.customer_name` is required.",
				"`email` must be an e-mail address such as customer@example.com.",
				"`ip_address` must be an IPv4 address such as 198.51.100.7.",
				"`konbini.convenience_store` must be `family_mart`, `lawson`, `mini_stop`, `daily_yamazaki`, " +
					"`yamazaki_daily_store`, `seven_eleven`, `seico_mart`, `pay_easy`, `circle_k` or `sunkus`.",
				"`konbini.phone_number.country_code` must be `81`.",
			},
		},

		"3-D Secure": {
			payment: "card",
			changes: values{
				"type":                           "recurring",
				"card.three_ds.enabled":          true,
				"card.phone_number.country_code": "81",
				"card.phone_number.local_number": "9012345678",
			},
		},
		"3-D Secure without a telephone number": {
			payment: "card",
			changes: threeDS,
			refuses: []string{needsCountry, needsNumber},
		},
		"3-D Secure with half a telephone number": {
			payment: "card",
			changes: values{"type": "recurring", "card.three_ds.enabled": true, "card.phone_number.country_code": "81"},
			refuses: []string{needsNumber},
		},
		"3-D Secure with an unknown telephone number": {
			payment: "card",
			changes: values{
				"type":                           "recurring",
				"card.three_ds.enabled":          true,
				"card.phone_number.country_code": unknown,
				"card.phone_number.local_number": unknown,
			},
		},
		"3-D Secure of a one-time token": {
			payment: "card",
			changes: values{"card.three_ds.enabled": true},
			refuses: []string{needsCountry, needsNumber, onlyRecurring},
		},
		"3-D Secure of a token of an unknown type": {
			payment: "card",
			changes: values{"card.three_ds.enabled": true, "type": unknown},
			refuses: []string{needsCountry, needsNumber},
		},
		"3-D Secure that is off": {
			payment: "card",
			changes: values{"card.three_ds.enabled": false},
		},
		"3-D Secure that may be off": {
			payment: "card",
			changes: values{"card.three_ds.enabled": unknown},
		},

		"a time shift with the default period": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": "18:00Z"},
		},
		"a time shift with a day": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": "18:00Z", "konbini.expiration_period": "PT24H"},
		},
		"a time shift with an unknown period": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": "18:00Z", "konbini.expiration_period": unknown},
		},
		"a time shift that may be null": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": unknown, "konbini.expiration_period": "PT1H"},
		},
		"a time shift with less than a day": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": "18:00Z", "konbini.expiration_period": "PT23H59M"},
			refuses: []string{shiftTooShort},
		},
		"a time shift with a period that is too short": {
			payment: "konbini",
			changes: values{"konbini.expiration_time_shift": "18:00Z", "konbini.expiration_period": "PT1M"},
			refuses: []string{
				"`konbini.expiration_period` must be from 30 minutes (PT30M) to 60 days (P60D).",
				shiftTooShort,
			},
		},

		"a usage limit of a one-time token": {
			payment: "card",
			changes: values{"usage_limit": "monthly"},
			warns:   []string{limitNoEffect},
		},
		"a usage limit of a recurring token": {
			payment: "card",
			changes: values{"usage_limit": "monthly", "type": "recurring"},
		},
		"a usage limit of a token of an unknown type": {
			payment: "card",
			changes: values{"usage_limit": "monthly", "type": unknown},
		},

		"online for a recurring token": {
			payment: "online",
			changes: values{"type": "recurring"},
			refuses: []string{onlyOneTime},
		},
		"online for a token of another type": {
			payment: "online",
			changes: values{"type": "subscription"},
			refuses: []string{onlyOneTime},
		},
		"online for a token of an unknown type": {
			payment: "online",
			changes: values{"type": unknown},
		},
		"WeChat by http_get": {
			payment: "online",
			changes: values{"online.brand": "we_chat_online", "online.call_method": "http_get"},
			refuses: []string{needsIPAddress},
		},
		"WeChat by sdk": {
			payment: "online",
			changes: values{"online.brand": "we_chat_online", "online.call_method": "sdk"},
			refuses: []string{needsUser},
		},
		"WeChat by web": {
			payment: "online",
			changes: values{"online.brand": "we_chat_online", "online.call_method": "web"},
			refuses: []string{needsIPAddress, needsUser},
		},
		"WeChat by app": {
			payment: "online",
			changes: values{"online.brand": "we_chat_online", "online.call_method": "app"},
		},
		"WeChat by an unknown call method": {
			payment: "online",
			changes: values{"online.brand": "we_chat_online", "online.call_method": unknown},
		},
		"WeChat by sdk with an unknown user": {
			payment: "online",
			changes: values{
				"online.brand":           "we_chat_online",
				"online.call_method":     "sdk",
				"online.user_identifier": unknown,
			},
		},
		"Alipay+ by http_get_mobile": {
			payment: "online",
			changes: values{"online.brand": "alipay_plus_online", "online.call_method": "http_get_mobile"},
			refuses: []string{needsSystem},
		},
		"Alipay+ by app": {
			payment: "online",
			changes: values{"online.brand": "alipay_plus_online", "online.call_method": "app"},
			refuses: []string{needsSystem},
		},
		"Alipay+ by app with an unknown system": {
			payment: "online",
			changes: values{
				"online.brand":       "alipay_plus_online",
				"online.call_method": "app",
				"online.os_type":     unknown,
			},
		},
		"Alipay+ by http_get": {
			payment: "online",
			changes: values{"online.brand": "alipay_plus_online", "online.call_method": "http_get"},
		},
		"Alipay+ by sdk": {
			payment: "online",
			changes: values{"online.brand": "alipay_plus_online", "online.call_method": "sdk"},
		},
		"Alipay by app": {
			payment: "online",
			changes: values{"online.brand": "alipay_online", "online.call_method": "app"},
		},
		"a call method of another brand": {
			payment: "online",
			changes: values{"online.brand": "pay_pay_online", "online.call_method": "app"},
			refuses: []string{"`online.call_method` must be `http_post` if `online.brand` is `pay_pay_online`."},
		},
		"a call method of an unknown brand": {
			payment: "online",
			changes: values{"online.brand": unknown, "online.call_method": "http_get_mobile"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refuses, warns := validate(t, p, with(tt.payment, tt.changes))
			if !slices.Equal(refuses, tt.refuses) {
				t.Errorf("it refuses %q, want %q", refuses, tt.refuses)
			}
			if !slices.Equal(warns, tt.warns) {
				t.Errorf("it warns %q, want %q", warns, tt.warns)
			}
		})
	}
}

// Each brand supports some call methods (API description, section 8).
func TestValidate_callMethods(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	methods := []string{"http_get", "http_get_mobile", "http_post", "sdk", "web", "app"}
	for brand, supported := range map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "web", "app"},
		"d_barai_online":     {"http_post"},
	} {
		t.Run(brand, func(t *testing.T) {
			t.Parallel()
			for _, method := range methods {
				refuses, _ := validate(t, p, with("online", values{
					"ip_address":             "8.8.8.8",
					"online.brand":           brand,
					"online.call_method":     method,
					"online.os_type":         "ios",
					"online.user_identifier": "u",
				}))
				isSupported := slices.Contains(supported, method)
				if isSupported != (len(refuses) == 0) {
					t.Errorf("%s: it refuses %q", method, refuses)
				}
			}
		})
	}
}

// A time shift has an effect at some stores (API description, section 8).
func TestValidate_stores(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	for store, warns := range map[string][]string{
		"circle_k":             {shiftNoEffect},
		"pay_easy":             {shiftNoEffect},
		"seico_mart":           {shiftNoEffect},
		"seven_eleven":         {shiftNoEffect},
		"sunkus":               {shiftNoEffect},
		"daily_yamazaki":       nil,
		"family_mart":          nil,
		"lawson":               nil,
		"mini_stop":            nil,
		"yamazaki_daily_store": nil,
		acctest.Unknown:        nil,
	} {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			refuses, got := validate(t, p, with("konbini", values{
				"konbini.convenience_store":     store,
				"konbini.expiration_time_shift": "18:00Z",
			}))
			if len(refuses) > 0 || !slices.Equal(got, warns) {
				t.Errorf("it refuses %q and warns %q, want the warnings %q", refuses, got, warns)
			}
		})
	}
}
