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
			result, logged, err := answerTo(t, call, answer)
			if err == nil {
				verdict = resultOf(t, result)
			} else {
				verdict, words = described(err)
			}

			failed, _ := errors.AsType[*paymentapi.Error](err)
			isShown := failed != nil && failed.RequestID == logged.RequestID
			if logged.RequestID != "" && !isShown {
				verdict += "; logged " + logged.RequestID
			}
		})
		return shortIDs.Replace(verdict), shortIDs.Replace(words)
	})
}

// answerTo makes a call that is answered, and returns its result, and what is logged of its only request.
func answerTo(t *testing.T, call string, answer answer) (result any, logged paymentapi.Attempt, err error) {
	t.Helper()
	do, ok := answered[call]
	if !ok {
		t.Fatalf("%q is no call", call)
	}
	var sent int
	o := options()
	o.Secret = `top"/secret`
	o.AppToken = "eyJhbGciOi.e30"
	o.RequestHeaders = map[string]string{"X-Gateway-Key": "Bearer  swordfish ", "X-Stage": "on2", "X-Zone": "eu-1"}
	o.RequestTimeout = 5 * time.Second
	o.MaxAttempts = 1
	o.OnAttempt = func(_ context.Context, attempt paymentapi.Attempt) { logged = attempt }
	o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		sent++
		return answer.RoundTrip(r)
	})
	result, err = do(t.Context(), newClient(t, o))
	if sent != 1 || logged.Status != answer.status {
		t.Errorf("%d requests, and logged %+v", sent, logged)
	}
	return result, logged, err
}

// answered are the calls of answers.txt.
var answered = map[string]func(context.Context, *paymentapi.Client) (any, error){
	"webhook": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		return client.GetWebhook(ctx, paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"})
	},
	"create": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		patch := paymentapi.WebhookPatch{AuthToken: new("Bearer " + sentID)}
		created := client.CreateWebhook(ctx, paymentapi.WebhookRef{StoreID: "s"}, patch)
		return created.Webhook, created.Err
	},
	"change": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		known := paymentapi.WebhookRef{StoreID: "s", WebhookID: "w", KnownURL: "https://hooks.example.com/old/key/"}
		var patch paymentapi.WebhookPatch
		patch.URL = new("https://hooks.example.com/new/key?a=b")
		return client.UpdateWebhook(ctx, known, patch)
	},
	"delete": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		return nil, client.DeleteWebhook(ctx, paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"})
	},
	"token": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		data := map[string]any{"cvv": sentID}
		return client.CreateTransactionToken(ctx, paymentapi.TokenRequest{Data: data})
	},
	"search": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		filters := map[string]string{"customer": sentID}
		return client.ListCharges(ctx, paymentapi.ChargeQuery{Extra: filters})
	},
	"hits":    listed,
	"charges": listed,
	"charge": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		page, err := client.ListCharges(ctx, paymentapi.ChargeQuery{})
		if err != nil {
			return nil, err
		}
		return page.Items[0], nil
	},
	"fees": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		return client.ListCharges(ctx, paymentapi.ChargeQuery{
			Fields:        []string{"fee_amount", "fee_of_old"},
			LenientFields: []string{"mode", "created_on"},
		})
	},
	"webhooks": func(ctx context.Context, client *paymentapi.Client) (any, error) {
		return client.ListWebhooks(ctx, paymentapi.WebhookRef{StoreID: "s"}, 0)
	},
}

func listed(ctx context.Context, client *paymentapi.Client) (any, error) {
	return client.ListCharges(ctx, paymentapi.ChargeQuery{})
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
	wholeIDs = strings.NewReplacer(
		"<id>", someID,
		"<ID>", strings.ToUpper(someID),
		"<other>", otherID,
		"<sent>", sentID,
		"<SENT>", strings.ToUpper(sentID),
	)
	shortIDs = strings.NewReplacer(
		someID, "<id>",
		strings.ToUpper(someID), "<ID>",
		otherID, "<other>",
		sentID, "<sent>",
	)
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
	switch a.end {
	case "cut":
		body = io.MultiReader(body, readFunc(func([]byte) (int, error) {
			return 0, io.ErrUnexpectedEOF
		}))
	case "stall":
		body = io.MultiReader(body, readFunc(func([]byte) (int, error) {
			<-r.Context().Done()
			return 0, r.Context().Err()
		}))
	}
	return &http.Response{
		StatusCode: a.status,
		Header:     a.header,
		Body:       io.NopCloser(body),
		Request:    r,
	}, nil
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// usualStatus is that of the success of a call, unless it is 200.
var usualStatus = map[string]int{"token": 201, "create": 201, "delete": 204}

// parseAnswer reads a line such as
//
//	token 400 Content-Type=text/html cut: <html>
//
// It has the call, the status unless it is that of a success, headers, whether the
// connection is cut or stalls after the body, and the body, which is one of Go's strings
// after an equals sign.
func parseAnswer(t *testing.T, line string) (call string, a answer) {
	t.Helper()
	head, body, _ := strings.Cut(wholeIDs.Replace(line)+" ", ": ")
	call, rest, _ := strings.Cut(head, " ")
	a.status = cmp.Or(usualStatus[call], http.StatusOK)
	a.header = http.Header{}
	for word := range strings.FieldsSeq(rest) {
		status, err := strconv.Atoi(word)
		name, value, isHeader := strings.Cut(word, "=")
		switch {
		case err == nil:
			a.status = status
		case isHeader:
			a.header.Set(name, value)
		default:
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
var shownParts = regexp.MustCompile(
	`code [A-Z_]+|content type [a-z./+-]+|request id is [^ .]+|in its own words|\n  - .+`)

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
