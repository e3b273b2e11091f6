// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

// TestAnswers: answers.txt has answers to calls. The verdict on each is the result, or the
// kind of the error, and the id of the request if that is only logged; the text of the
// error is recorded. Each call sends one request, whatever is answered.
func TestAnswers(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "answers.txt", func(t *testing.T, line string) (verdict, words string) {
		synctest.Test(t, func(t *testing.T) {
			call, answer := parseAnswer(t, line)
			do := answered[call]
			if do == nil {
				t.Fatalf("%q is no call", call)
			}
			o := options()
			o.RequestTimeout = 5 * time.Second
			o.RequestHeaders = map[string]string{"X-Gateway-Key": "Bearer  swordfish ", "X-Stage": "on2", "X-Zone": "eu-1"}
			o.Secret, o.AppToken, o.MaxAttempts = `top"/secret`, "eyJhbGciOi.e30", 1
			var sent int
			o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				sent++
				return answer.RoundTrip(r)
			})
			var logged paymentapi.Attempt
			o.OnAttempt = func(_ context.Context, a paymentapi.Attempt) { logged = a }
			result, err := do(t.Context(), newClient(t, o))
			verdict = resultOf(t, result)
			if err != nil {
				verdict, words = described(err)
			}
			if failed, _ := errors.AsType[*paymentapi.Error](err); failed == nil && logged.RequestID != "" || failed != nil && failed.RequestID != logged.RequestID {
				verdict += "; logged " + logged.RequestID
			}
			if sent != 1 || logged.Status != answer.status {
				t.Errorf("%d requests, and logged %+v", sent, logged)
			}
			if length := len(verdict); length > 1000 {
				verdict = fmt.Sprintf("%s… (%d bytes)", verdict[:60], length)
			}
		})
		return shortIDs.Replace(verdict), shortIDs.Replace(words)
	})
}

// answered are the calls of answers.txt.
var answered = map[string]func(context.Context, *paymentapi.Client) (any, error){
	"webhook": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return c.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"})
	},
	"create": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		created := c.CreateWebhook(ctx, paymentapi.WebhookRef{StoreID: "s"}, paymentapi.WebhookPatch{AuthToken: new("Bearer " + sentID)})
		return created.Webhook, created.Err
	},
	"change": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		known := paymentapi.WebhookRef{StoreID: "s", WebhookID: "w", KnownURL: "https://hooks.example.com/old/key/"}
		settings := paymentapi.WebhookSettings{URL: new("https://hooks.example.com/new/key?a=b")}
		return c.UpdateWebhook(ctx, known, paymentapi.WebhookPatch{WebhookSettings: settings})
	},
	"delete": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return nil, c.DeleteWebhook(ctx, paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"})
	},
	"token": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return c.CreateTransactionToken(ctx, paymentapi.TokenRequest{Data: map[string]any{"cvv": sentID}})
	},
	"search": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return c.ListCharges(ctx, paymentapi.ChargeQuery{Extra: map[string]string{"customer": sentID}})
	},
	"hits":    listed,
	"charges": listed,
	"charge": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		page, err := c.ListCharges(ctx, paymentapi.ChargeQuery{})
		if err != nil {
			return nil, err
		}
		return page.Items[0], nil
	},
	"fees": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return c.ListCharges(ctx, paymentapi.ChargeQuery{Fields: []string{"fee_amount", "fee_of_old"}, LenientFields: []string{"mode", "created_on"}})
	},
	"webhooks": func(ctx context.Context, c *paymentapi.Client) (any, error) {
		return c.ListWebhooks(ctx, paymentapi.WebhookRef{StoreID: "s"}, 0)
	},
}

func listed(ctx context.Context, c *paymentapi.Client) (any, error) {
	return c.ListCharges(ctx, paymentapi.ChargeQuery{})
}

// around is what stands around the body of an answer to some of the calls.
var around = map[string]string{
	"hits":   `{"items":[],"has_more":false,"total_hits":%s}`,
	"charge": `{"items":[%s],"has_more":false}`,
	"fees":   `{"items":[%s],"has_more":false}`,
}

// The ids of answers.txt. The calls send the last one as a secret.
const (
	someID  = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	otherID = "22ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	sentID  = "33ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
)

var (
	wholeIDs = strings.NewReplacer("<id>", someID, "<ID>", strings.ToUpper(someID), "<other>", otherID, "<sent>", sentID, "<SENT>", strings.ToUpper(sentID))
	shortIDs = strings.NewReplacer(someID, "<id>", strings.ToUpper(someID), "<ID>", otherID, "<other>", sentID, "<sent>")
)

// answer is a transport that answers everything alike.
type answer struct {
	status int
	header http.Header
	body   []byte
	end    string // of the connection after the body: "cut", "stall", or empty for a proper one
}

// RoundTrip implements http.RoundTripper.
func (a answer) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.Reader(bytes.NewReader(a.body))
	if a.end != "" {
		body = io.MultiReader(body, readFunc(func([]byte) (int, error) {
			if a.end == "stall" {
				<-r.Context().Done()
				return 0, r.Context().Err()
			}
			return 0, io.ErrUnexpectedEOF
		}))
	}
	return &http.Response{StatusCode: a.status, Header: a.header, Body: io.NopCloser(body), Request: r}, nil
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// repeatedPart is a part of a line that is there many times, such as <20000 of [>.
var repeatedPart = regexp.MustCompile(`<(\d+) of (.+?)>`)

// parseAnswer reads a line such as
//
//	token 400 Content-Type=text/html cut: <html>
//
// It has the call, the status unless it is that of a success, headers, whether the
// connection is cut or stalls after the body, and the body, which is one of Go's strings
// after an equals sign.
func parseAnswer(t *testing.T, line string) (call string, a answer) {
	t.Helper()
	line = repeatedPart.ReplaceAllStringFunc(wholeIDs.Replace(line), func(part string) string {
		found := repeatedPart.FindStringSubmatch(part)
		times, _ := strconv.Atoi(found[1])
		return strings.Repeat(found[2], times)
	})
	head, body, _ := strings.Cut(line+" ", ": ")
	call, rest, _ := strings.Cut(head, " ")
	a = answer{header: http.Header{}, status: cmp.Or(map[string]int{"token": 201, "create": 201, "delete": 204}[call], 200)}
	for word := range strings.FieldsSeq(rest) {
		if status, err := strconv.Atoi(word); err == nil {
			a.status = status
		} else if name, value, isHeader := strings.Cut(word, "="); isHeader {
			a.header.Set(name, value)
		} else {
			a.end = word
		}
	}
	body = strings.TrimSuffix(body, " ")
	if quoted, ok := strings.CutPrefix(body, "="); ok {
		unquoted, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		body = unquoted
	}
	if text, ok := around[call]; ok {
		body = fmt.Sprintf(text, body)
	}
	a.body = []byte(body)
	return call, a
}

// absent are fields of a result that are nil.
var absent = regexp.MustCompile(`"[A-Z]\w*":null,|,?"[A-Z]\w*":null`)

func resultOf(t *testing.T, result any) string {
	t.Helper()
	raw, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return absent.ReplaceAllString(string(raw), "")
}

// shownParts are parts of a text that come from an answer, or say that something does not.
var shownParts = regexp.MustCompile(`^A proxy|code [A-Z_]+|content type [a-z./+-]+|request id is [^ .]+|in its own words|\n  - .+`)

// described is what other packages make of an error, with what it shows of the answer, and
// its text.
func described(err error) (kind, text string) {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if !ok {
		return "error", err.Error()
	}
	kind = failed.Fault.String()
	if failed.Field != "" {
		kind += " in " + failed.Field
	}
	if failed.OwnFormat {
		kind += ", own format"
	}
	if failed.Method != http.MethodGet && paymentapi.MayHaveActed(err) {
		kind += ", may have acted"
	}
	if id := failed.ObjectID; id != "" {
		kind += " on " + id
	}
	for _, part := range shownParts.FindAllString(err.Error(), 3) {
		kind += "; " + strings.TrimLeft(part, " -\n")
	}
	text = strings.Replace(err.Error(), "The payment service answered "+failed.String()+" with", "…", 1)
	return kind, strings.Replace(text, failed.String()+" failed:", "…", 1)
}
