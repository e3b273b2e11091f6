// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// maxBody is how many bytes of an answer are read.
const maxBody = 4 << 20

// nested is JSON of so many objects or lists in each other, each with the beginning and the end.
func nested(depth int, begin, innermost, end string) string {
	return strings.Repeat(begin, depth) + innermost + strings.Repeat(end, depth)
}

// filled is a JSON object of a size, with some members.
func filled(size int, members string) string {
	begin := `{` + members + `,"x":"`
	end := `"}`
	return begin + strings.Repeat("x", size-len(begin)-len(end)) + end
}

// TestAnswers_size: however large an answer is, or deep, it is judged at once. Each call is one of answers.txt.
func TestAnswers_size(t *testing.T) {
	t.Parallel()
	const tooLarge = "its body is larger than any answer of this API"
	for name, tt := range map[string]struct {
		call   string
		status int // 200 if it is 0
		body   string
		want   paymentapi.Fault // none for a success
		says   string
		id     string // of what a POST may have created
	}{
		"a page of the largest size": {
			call: "charges",
			body: filled(maxBody, `"items":[],"has_more":false`),
		},
		"a page that is larger": {
			call: "charges",
			body: filled(maxBody+1, `"items":[],"has_more":false`),
			want: paymentapi.FaultInconsistent,
			says: tooLarge,
		},
		"a token that is larger": {
			call:   "token",
			status: 201,
			body:   filled(maxBody+1, `"id":"`+someID+`"`),
			want:   paymentapi.FaultInconsistent,
			says:   tooLarge,
			id:     someID,
		},
		"an error that is larger": {
			call:   "webhook",
			status: 400,
			body:   filled(maxBody+1, `"code":"X"`),
			want:   paymentapi.FaultRefused,
			says:   tooLarge,
		},
		"deep, in a field that is not wanted": {
			call: "webhook",
			body: `{"id":"w","x":` + nested(9999, "[", "", "]") + `}`,
		},
		"deeper than is read": {
			call: "webhook",
			body: `{"id":"w","x":` + nested(20_000, "[", "", "]") + `}`,
			want: paymentapi.FaultUnexpectedAnswer,
			says: "its body is not JSON",
		},
		"an error that is deeper than is read": {
			call:   "webhook",
			status: 400,
			body:   `{"errors":` + nested(20_000, "[", "", "]") + `}`,
			want:   paymentapi.FaultRefused,
			says:   "its body is not JSON",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := answer{status: max(tt.status, http.StatusOK), header: http.Header{}, body: []byte(tt.body)}
			_, _, err := answerTo(t, tt.call, a)
			if paymentapi.FaultOf(err) != tt.want || !says(err, tt.says) {
				t.Errorf("error %v, want %q and %q", err, tt.want, tt.says)
			}
			failed, _ := errors.AsType[*paymentapi.Error](err)
			if failed != nil && failed.ObjectID != tt.id {
				t.Errorf("the id is %q, want %q", failed.ObjectID, tt.id)
			}
		})
	}
}

// TestAnswers_words: of an error's words, so many are shown, and none that end in the middle of a secret.
func TestAnswers_words(t *testing.T) {
	t.Parallel()
	type fields = []paymentapi.FieldError
	const name = "a name of some forty characters or a few more"
	x := func(times int) string { return strings.Repeat("x", times) }
	for name, tt := range map[string]struct {
		body string
		want fields
	}{
		"a reason of the greatest length": {
			body: `{"message":"` + x(300) + `"}`,
			want: fields{{Reason: x(300)}},
		},
		"a reason that is longer": {
			body: `{"message":"` + x(301) + `"}`,
			want: fields{{Reason: x(299) + "…"}},
		},
		"a secret that would be cut": {
			body: `{"message":"` + x(294) + `top\"/secret"}`,
		},
		"the path of a field that is longer": {
			body: `{"errors":{"` + strings.Repeat("n", 2_000_000) + `":["x"]}}`,
		},
		"a field in many others": {
			body: `{"errors":` + nested(9990, `{"`+name+`":`, `"x"`, "}") + `}`,
		},
		"reasons in each other without a text": {
			body: `{"errors":` + nested(60, `{"error":`, "{}", "}") + `}`,
		},
		"one reason many times": {
			body: `{"errors":[` + strings.Repeat(`"x",`, 1_000_000) + `"y"]}`,
			want: fields{{Reason: "x"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := answer{status: http.StatusBadRequest, header: http.Header{}, body: []byte(tt.body)}
			_, _, err := answerTo(t, "webhook", a)
			failed, ok := errors.AsType[*paymentapi.Error](err)
			if !ok || failed.Fault != paymentapi.FaultRefused || failed.Problem != "" {
				t.Fatalf("error %v", err)
			}
			if got := failed.Fields; len(got) != len(tt.want) || len(got) > 0 && got[0] != tt.want[0] {
				t.Errorf("it shows %d reasons: %.400s", len(got), err)
			}
		})
	}
}

// TestAnswers_requestID: an id of up to 128 characters is logged.
func TestAnswers_requestID(t *testing.T) {
	t.Parallel()
	for length, isLogged := range map[int]bool{128: true, 129: false} {
		id := strings.Repeat("x", length)
		a := answer{status: http.StatusOK, header: http.Header{"X-Request-Id": {id}}, body: []byte(`{"id":"w"}`)}
		_, logged, err := answerTo(t, "webhook", a)
		if err != nil || (logged.RequestID == id) != isLogged || (logged.RequestID == "") == isLogged {
			t.Errorf("%d characters: logged %q, error %v", length, logged.RequestID, err)
		}
	}
}

// TestAnswers_numbers: an amount has at most 150 digits, or stands within 300 places of the decimal point. A text of
// any length, and one that stands for any size, is judged at once.
func TestAnswers_numbers(t *testing.T) {
	t.Parallel()
	const absurd = "is too long or has too large an exponent"
	nines := func(times int) string { return strings.Repeat("9", times) }
	zeros := func(times int) string { return strings.Repeat("0", times) }
	for name, tt := range map[string]struct {
		amount    string // in the smallest unit; a whole number
		formatted string
		want      string // of the one that is given
		says      string
	}{
		"most digits":              {amount: nines(150), want: nines(150)},
		"most digits, negative":    {amount: "-" + nines(150), want: "-" + nines(150)},
		"more digits":              {amount: nines(151), says: absurd},
		"a million digits":         {amount: nines(1_000_000), says: absurd},
		"the largest exponent":     {amount: "1e149", want: "1" + zeros(149)},
		"more digits by exponent":  {amount: "1e150", says: absurd},
		"any exponent":             {amount: "1e999999999", says: absurd},
		"an exponent of no number": {amount: "1e" + nines(30), says: absurd},

		"a decimal of most digits":            {formatted: nines(150), want: nines(150)},
		"a decimal of more digits":            {formatted: nines(151), says: absurd},
		"a decimal of a million digits":       {formatted: "0." + nines(1_000_000), says: absurd},
		"a decimal of the largest exponent":   {formatted: "1E+300", want: "1" + zeros(300)},
		"a decimal of a larger exponent":      {formatted: "1e301", says: absurd},
		"a decimal of the smallest exponent":  {formatted: "1e-300", want: "0." + zeros(299) + "1"},
		"a decimal of a smaller exponent":     {formatted: "1e-301", says: absurd},
		"a decimal of any exponent":           {formatted: "1e-999999999", says: absurd},
		"a decimal of zeros behind the point": {formatted: "0." + zeros(300), want: "0"},
		"a decimal of more zeros":             {formatted: "0." + zeros(301), says: absurd},
		"a quoted decimal of a million nines": {formatted: `"` + nines(1_000_000) + `"`, says: absurd},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			charge := `{"id":"c","charged_amount":` + tt.amount + `}`
			if tt.formatted != "" {
				charge = `{"id":"c","charged_amount_formatted":` + tt.formatted + `}`
			}
			a := answer{
				status: http.StatusOK,
				header: http.Header{},
				body:   []byte(`{"items":[` + charge + `],"has_more":false}`),
			}
			result, _, err := answerTo(t, "charges", a)
			if !says(err, tt.says) || err != nil && len(err.Error()) > 300 {
				t.Fatalf("error %.400v, want %q", err, tt.says)
			}
			if err != nil {
				return
			}
			read := result.(*paymentapi.Page[paymentapi.Charge]).Items[0] //nolint:forcetypeassert // of that call
			got := read.ChargedAmount
			if tt.formatted != "" {
				got = read.ChargedAmountFormatted
			}
			if got == nil || got.String() != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}
