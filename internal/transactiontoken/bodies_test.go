// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

const (
	bodyKinds  = 2150
	bodyDigest = 50 // how many kinds share a digest
	bodyShown  = 50 // how many kinds are in the file as they are sent
)

// TestBodies_unchanged compares what is sent for a large random sample of
// configurations, byte by byte, with what was sent for them before.
func TestBodies_unchanged(t *testing.T) {
	t.Parallel()

	var sent [][]byte
	record := roundTrip(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		sent = append(sent, body)
		answer := `{"id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"}`
		return &http.Response{
			StatusCode: http.StatusCreated, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
			Body: io.NopCloser(strings.NewReader(answer)), ContentLength: int64(len(answer)),
		}, err
	})
	client, err := paymentapi.New(paymentapi.Options{BaseURL: "https://api.example.com", Secret: "s-1", AppToken: "a-1", Transport: record})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for first := 0; first < bodyKinds; first += bodyDigest {
		sent = nil
		refused := 0
		for i := range bodyDigest {
			m := modelOf(randomToken(first + i))
			if slices.ContainsFunc(check(m.arguments()), func(f finding) bool { return !f.warning }) {
				refused++
				sent = append(sent, []byte("refused"))
			} else if _, err := client.CreateTransactionToken(t.Context(), m.request()); err != nil {
				t.Fatal(err)
			}
			if first+i < bodyShown {
				fmt.Fprintf(&text, "%s\n", sent[i])
			}
		}
		fmt.Fprintf(&text, "%d to %d, %d of them refused: %x\n", first, first+bodyDigest-1, refused, sha256.Sum256(bytes.Join(sent, []byte("\n"))))
	}
	golden.Compare(t, "bodies.golden", text.String())
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// modelOf returns the model of a configuration.
func modelOf(config values) *model {
	object := func(name string) types.Object {
		value, _ := valueOf(config[name]).(types.Object)
		return value
	}
	text := func(name string) types.String {
		value, _ := valueOf(config[name]).(types.String)
		return value
	}
	m := &model{
		Type: text("type"), UsageLimit: text("usage_limit"), Email: text("email"), IPAddress: text("ip_address"),
		Card: object("card"), Konbini: object("konbini"), Online: object("online"), BankTransfer: object("bank_transfer"),
	}
	if metadata := object("metadata"); !metadata.IsNull() {
		m.Metadata = types.MapValueMust(types.StringType, metadata.Attributes())
	}
	if paidy := object("paidy"); !paidy.IsNull() {
		m.Paidy = types.DynamicValue(paidy)
	}
	return m
}

// randomToken returns a random configuration for each kind. Most break no rule.
func randomToken(kind int) values {
	g := generator{rand.New(rand.NewPCG(20260101, uint64(kind)))} //nolint:gosec // nothing secret, and the same in every run
	config := values{"create": true, "email": g.pick("customer@example.com", "a..b@docomo.ne.jp", "日本@例え.jp", "a+b@c")}
	g.maybe(config, "metadata", func() any {
		metadata := values{}
		g.maybe(metadata, "service-customer-id", func() any { return "11EE05AE-6ca3-5a5c-8f52-0b1f2f0b6f5d" })
		g.maybe(metadata, "service-reference-id", g.text)
		g.maybe(metadata, "a.b", g.text)
		return metadata
	})
	g.maybe(config, "usage_limit", func() any { return g.pick("monthly", "annually", "7") })
	group := []string{"card", "konbini", "online", "bank_transfer", "paidy"}[kind%5]
	config["type"] = g.pick("one_time", "recurring", "subscription")
	switch group {
	case "card":
		config[group] = g.card(config)
	case "konbini":
		config[group] = g.konbini()
	case "online":
		config["type"] = g.pick("one_time", "one_time", "one_time", "recurring")
		g.maybe(config, "email", g.text)
		config[group] = g.online(config)
	case "bank_transfer":
		config[group] = values{"brand": g.pick("aozora_bank", "aozora_bank", "aozora_bank", "other", nil)}
	case "paidy":
		config[group] = g.object(3)
	}
	if g.IntN(40) == 0 {
		config["bank_transfer"] = values{"brand": "aozora_bank"}
	}
	return config
}

type generator struct{ *rand.Rand }

func (g generator) pick(values ...any) any { return values[g.IntN(len(values))] }

func (g generator) text() any {
	return g.pick("Taro Yamada", "<a&b>", "\u2028\u0000\"\\", "007", "日本 𠮷", "1-2-3", " x ", "https://shop.example.com/?a=1&b=<2>")
}

// maybe sets a member to a value, to null, or not at all.
func (g generator) maybe(object values, name string, value func() any) {
	switch g.IntN(5) {
	case 0, 1, 2:
		object[name] = value()
	case 3:
		object[name] = nil
	}
}

func (g generator) phone(country ...any) any {
	phone := values{}
	g.maybe(phone, "country_code", func() any { return g.pick(country...) })
	g.maybe(phone, "local_number", func() any { return g.pick("9012345678", "09012345678", "1", "123456789012345") })
	return phone
}

func (g generator) card(config values) any {
	card := values{
		"card_number": g.pick("4000020000000000", "0000", "4000 0200 0000 0000"),
		"exp_month":   g.pick("1", "01", "12", "07"), "exp_year": g.pick("31", "2031", "00"),
	}
	for _, name := range []string{"cardholder", "city", "cvv", "line1", "line2", "state", "zip"} {
		g.maybe(card, name, g.text)
	}
	g.maybe(card, "country", func() any { return g.pick("JP", "DE", "ZZ") })
	g.maybe(card, "phone_number", func() any { return g.phone("81", "1", "0049") })
	g.maybe(card, "cvv_authorize", func() any {
		authorize := values{}
		g.maybe(authorize, "enabled", func() any { return g.pick(true, false) })
		g.maybe(authorize, "currency", func() any { return g.pick("JPY", "EUR") })
		return authorize
	})
	g.maybe(card, "three_ds", func() any {
		secure := values{}
		g.maybe(secure, "enabled", func() any { return g.pick(true, false) })
		g.maybe(secure, "redirect_endpoint", func() any {
			return g.pick("https://shop.example.com/?a=1&b=<2>", "http://localhost:3000/done")
		})
		if secure["enabled"] == true && g.IntN(4) > 0 {
			config["type"], card["phone_number"] = "recurring", values{"country_code": "81", "local_number": "09012345678"}
		}
		return secure
	})
	return card
}

func (g generator) konbini() any {
	konbini := values{
		"customer_name":     g.pick("Taro Yamada", "山田 太郎", "<&>"),
		"convenience_store": g.pick("seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus", "daily_yamazaki", "yamazaki_daily_store"),
		"phone_number":      values{"country_code": "81", "local_number": g.pick("9012345678", "012345678901234")},
	}
	if g.IntN(8) == 0 {
		konbini["phone_number"] = g.phone("81", "82")
	}
	g.maybe(konbini, "expiration_period", func() any { return g.pick("PT30M", "P60D", "P2W", "P1DT12H", "PT0.5H", "PT29M") })
	g.maybe(konbini, "expiration_time_shift", func() any { return g.pick("18:00:00+09:00", "18:00Z", "T2400Z") })
	return konbini
}

func (g generator) online(config values) any {
	brand, _ := g.pick("alipay_online", "alipay_plus_online", "pay_pay_online", "we_chat_online", "d_barai_online").(string)
	methods := map[string][]any{
		"alipay_online": {"http_get", "http_get_mobile", "sdk", "app"}, "alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online": {"http_post"}, "we_chat_online": {"http_get", "sdk", "app", "web"}, "d_barai_online": {"http_post", "web"},
	}
	online := values{"brand": brand, "call_method": g.pick(methods[brand]...)}
	if g.IntN(3) > 0 {
		config["ip_address"], online["user_identifier"], online["os_type"] = g.pick("8.8.8.8", "127.0.0.1"), g.text(), g.pick("android", "ios")
	}
	return online
}

// object returns a random object for paidy, which is sent as it is.
func (g generator) object(depth int) values {
	object := values{}
	for i := range g.IntN(5) {
		object["m"+strconv.Itoa(i)] = g.any(depth)
	}
	return object
}

func (g generator) any(depth int) any {
	switch n := g.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return g.IntN(2) == 0
	case n == 2 && depth > 0:
		return g.object(depth - 1)
	case n == 3 && depth > 0:
		list := make([]any, g.IntN(4))
		for i := range list {
			list[i] = g.any(depth - 1)
		}
		return list
	case n == 4:
		return int(g.Int64N(1 << 40))
	case n == 5:
		number, _, err := big.ParseFloat(g.pick("12345678901234567890.123", "0.1", "-1e-7", "1e30").(string), 10, 512, big.ToNearestEven) //nolint:forcetypeassert // texts
		if err != nil {
			panic(err)
		}
		return number
	}
	return g.text()
}
