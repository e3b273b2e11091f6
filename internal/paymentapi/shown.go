// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"encoding/hex"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"
)

// maxFieldErrors is how many errors of an answer are listed.
const maxFieldErrors = 20

// reasonNames are the members that hold reasons, of an answer or of one of its
// errors.
var reasonNames = []string{"code", "reason", "message", "detail", "error_description", "error"}

// readBody takes out of an error body what may be shown of it, in the forms that
// services are known to send: errors may be missing, an object, a text, or a list of
// these.
func (e *Error) readBody(body []byte, s sent) {
	members := DecodeAs[map[string]any](body)
	if e.JSON = members != nil; !e.JSON {
		return
	}
	object := *members
	e.RequestID = s.id(textIn(object, "request_id"))
	e.Code = s.constant(textIn(object, "code"))
	e.failed = strings.EqualFold(textIn(object, "status"), "error")
	e.Coded = !isVoid(object["code"]) || !isVoid(object["errors"])
	said := !isVoid(object["code"])
	if _, isText := object["code"].(string); e.Code != "" || !isText {
		delete(object, "code")
	}
	for _, name := range append([]string{"errors"}, reasonNames...) {
		for _, item := range e.readErrors("", object[name], s) {
			said = true
			switch {
			case item == FieldError{}, name != "errors" && slices.Contains(e.Fields, item):
			case len(e.Fields) == maxFieldErrors:
				e.more++
			default:
				e.Fields = append(e.Fields, item)
			}
		}
	}
	e.withheld = e.withheld || said && e.Code == "" && len(e.Fields) == 0
}

// isVoid reports whether a value is absent, null or has nothing in it.
func isVoid(value any) bool {
	switch value := value.(type) {
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return value == nil
}

// readErrors returns one item, which may be empty, for each error: what may be
// shown of it. The errors are about a field, or the service names that itself.
func (e *Error) readErrors(field string, errors any, s sent) (items []FieldError) {
	switch errors := errors.(type) {
	case string:
		if errors == "" {
			return nil
		}
		item := FieldError{s.path(field), s.reason(errors)}
		e.withheld = e.withheld || item.Reason == ""
		return []FieldError{item}
	case []any:
		for _, one := range errors {
			items = append(items, e.readErrors(field, one, s)...)
		}
	case map[string]any:
		// An object with a field, a code or a reason is one error.
		field := cmp.Or(field, textIn(errors, "field"))
		for _, name := range reasonNames {
			if reason := textIn(errors, name); reason != "" {
				items = append(items, e.readErrors(field, reason, s)...)
			}
		}
		if len(items) > 0 {
			return items
		}
		if textIn(errors, "field") != "" {
			return []FieldError{{Field: s.path(field)}}
		}
		// In any other object, each member has the name of a field and holds its errors.
		for name, its := range errors {
			about := cmp.Or(s.path(strings.TrimPrefix(field+"."+name, ".")), field, name)
			said := e.readErrors(about, its, s)
			if len(said) == 0 {
				said = []FieldError{{Field: s.path(about)}}
			}
			items = append(items, said...)
		}
		slices.SortFunc(items, func(a, b FieldError) int { // by what is shown: the order must not tell of a name that is not
			return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Reason, b.Reason))
		})
	}
	return items
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// jsonType is the media type of the service's own requests and answers.
const jsonType = "application/json"

// Nothing here recognizes secrets in a service's text. What passes cannot hold
// one: constants, documented names, ids, and plain words without digits.

// mark stands for words that are not shown.
const mark = "…"

const (
	maxWord   = 100 // characters of a constant or a path
	maxReason = 300 // characters of a reason
	maxRun    = 24  // characters of a constant without an underscore between them

	minLetters     = 6 // of a secret
	minNameLetters = 4 // of a word of a person's name
	minNumber      = 3 // letters and digits of a secret with digits
)

var (
	// A plain word may have an apostrophe: without "can't", a sentence says the
	// opposite.
	plainWord = regexp.MustCompile("^[\"'(\\[{<\x60]*" + plainRun + `(?:[-_.']` + plainRun + ")*[\"')\\]}>\x60.,;:!?]*$")
	// constants have no two digits side by side, so that they hold no number.
	constantText = regexp.MustCompile(`^[0-9]?[A-Z](?:[0-9]?[A-Z_])*[0-9]?$`)
	mediaText    = regexp.MustCompile(`^[a-z]{1,20}/[a-z]{1,20}(?:[-+.][a-z]{1,20})*$`)
)

// plainRun is a run of letters in one of the usual cases.
const plainRun = `(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,19})`

// sent is what a call sent, as far as it decides what is shown of the answer.
type sent struct {
	// words and numbers are what no text that is shown may spell, as letters and
	// squeeze return it.
	words, numbers []string
	// names are the short words of a person's name. A constant may have one inside of
	// another word: VALIDATION has Lida's.
	names []string
	// all is everything that was sent, squeezed.
	all        string
	documented []string
}

// sent returns what was sent for a.
func (a *answer) sent() sent {
	secrets := slices.Concat(a.call.secrets, a.credentials)
	all := strings.Join(slices.Concat(secrets, a.call.params, []string{a.call.query.Encode(), string(a.call.body)}), " ")
	s := sent{documented: a.call.documented, all: squeeze(all) + " " + hex.EncodeToString([]byte(all))}
	forbid := func(value string, least int) {
		if word := letters(value); len(word) >= least && !isDocumented(value) {
			s.words = append(s.words, word)
		}
	}
	for _, secret := range secrets {
		forbid(secret, minLetters)
		forbid(withoutDigits(secret), minLetters)
		for _, number := range []string{squeeze(secret), hex.EncodeToString([]byte(secret))} {
			if len(number) >= minNumber && hasDigit(number) {
				s.numbers = append(s.numbers, number)
			}
		}
	}
	for _, name := range a.call.names {
		for _, word := range slices.Concat(strings.Fields(name), wordsOf(norm.NFKD.String(name))) {
			if name := letters(word); len(name) >= minNameLetters && len(name) < minLetters && !isDocumented(word) {
				s.names = append(s.names, name)
			}
			forbid(word, minLetters)
		}
	}
	return s
}

// constant returns a text that is a constant and spells no secret, and "" for any
// other.
func (s sent) constant(text string) string {
	isName := func(word string) bool { return slices.Contains(s.names, letters(word)) }
	if !isConstant(text) || holdsAny(letters(text), s.words) || holdsAny(squeeze(text), s.numbers) || slices.ContainsFunc(wordsOf(text), isName) {
		return ""
	}
	return text
}

func isConstant(text string) bool {
	return len(text) <= maxWord && constantText.MatchString(text) &&
		!slices.ContainsFunc(strings.Split(text, "_"), func(run string) bool { return len(run) > maxRun })
}

// path returns a path that is made of documented names, and "" for any other.
func (s sent) path(text string) string {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./[]", r) })
	if len(names) == 0 || len(text) > maxWord || slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(s.documented, name) }) {
		return ""
	}
	return text
}

// id returns a UUID that the service has made, and "" for any other text, and for
// one that was sent or has a secret in it.
func (s sent) id(text string) string {
	if !IsUUID(text) || strings.Contains(s.all, squeeze(text)) || holdsAny(squeeze(text), s.numbers) {
		return ""
	}
	return text
}

// IsUUID reports whether a text is a UUID in its usual form of 36 characters, which is
// the only one that the service finds in a path.
func IsUUID(text string) bool {
	return len(text) == len(uuid.Nil.String()) && uuid.Validate(text) == nil
}

// reason returns a constant as it is, and of other words the plain ones. It
// returns "" if nothing is left, or if the letters spell a secret.
func (s sent) reason(text string) string {
	text = strings.TrimSpace(text)
	if isConstant(text) {
		return s.constant(text)
	}
	var words []string
	for word := range strings.FieldsSeq(text) {
		if !plainWord.MatchString(word) {
			word = mark
		}
		if word != mark || len(words) == 0 || words[len(words)-1] != mark { // the number of words would tell something of the value
			words = append(words, word)
		}
	}
	shown := strings.Join(words, " ")
	forbidden := slices.Concat(s.words, s.names)
	if letters(shown) == "" || holdsAny(letters(text), forbidden) || holdsAny(letters(withoutDigits(text)), forbidden) {
		return ""
	}
	if runes := []rune(shown); len(runes) > maxReason {
		return string(runes[:maxReason]) + mark
	}
	return shown
}

// mediaType returns the media type in the header of an answer, without its
// parameters. It returns "" for JSON's, and for one that is not made of plain words.
func (s sent) mediaType(header http.Header) string {
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || text == jsonType || !mediaText.MatchString(text) || holdsAny(letters(text), s.words) {
		return ""
	}
	return text
}

// withoutDigits returns the words of a text that have no digits. The words of an
// address are shown beside its number, which may be written in another way, or not be
// repeated.
func withoutDigits(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), hasDigit), " ")
}

// letters returns the Latin letters of a text, small, without accents and of
// whatever width. No other letters are ever shown.
func letters(text string) string {
	return keep(norm.NFKD.String(text), func(r rune) bool { return r >= 'a' && r <= 'z' })
}

// squeeze returns the Latin letters and the digits of a text.
func squeeze(text string) string {
	return keep(norm.NFKD.String(text), func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' })
}

func keep(text string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); wanted(r) {
			return r
		}
		return -1
	}, text)
}

func holdsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

// The names that the paths of fields consist of, for each call. A path that is made
// of the names of a call is shown in its messages.
var (
	// API description, sections 4.1 and 2.1.
	tokenNames = []string{
		"payment_type", "type", "usage_limit", "email", "ip_address", "metadata", "service-reference-id", "service-customer-id", "data",
		"card", "cardholder", "card_number", "exp_month", "exp_year", "cvv",
		"billing", "line1", "line2", "state", "city", "country", "zip",
		"phone_number", "country_code", "local_number",
		"cvv_authorize", "three_ds", "enabled", "currency", "redirect_endpoint",
		"customer_name", "convenience_store", "expiration_period", "expiration_time_shift",
		"brand", "call_method", "user_identifier", "os_type",
	}
	// API description, sections 4.2 and 4.4.
	chargeNames = append(slices.Collect(maps.Keys(ChargeQuery{}.params())), "store_id", "storeId")
	// API description, sections 4.3 and 4.4.
	webhookNames = []string{
		"merchant_id", "store_id", "webhook_id", "merchantId", "storeId", "webhookId",
		"active", "url", "triggers", "auth_token", "limit", "cursor", "cursor_direction",
	}
)

// documentedValues are values that the API description lists for some fields.
var documentedValues = []string{"card", "paidy", "online", "konbini", "bank_transfer", "one_time", "recurring", "live", "test"}

// documentedWords are the single words, in small letters, of all names and values
// above: "card" and "number" of card_number.
var documentedWords = wordsOf(strings.ToLower(strings.Join(slices.Concat(tokenNames, chargeNames, webhookNames, documentedValues), " ")))

// isDocumented reports whether a value consists of documentedWords alone, such as
// the card holder "TEST CARD". A reason with these words does not give it away.
func isDocumented(value string) bool {
	return !slices.ContainsFunc(wordsOf(strings.ToLower(value)), func(word string) bool { return !slices.Contains(documentedWords, word) })
}

// wordsOf returns the runs of letters in a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
