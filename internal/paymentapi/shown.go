// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"encoding/hex"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	said := !isVoid(object["code"])
	code := textIn(object, "code")
	e.OwnFormat = isConstant(code) || object["errors"] != nil
	if e.Code = s.constant(code); e.Code != "" {
		code = ""
	}
	object["code"] = code // a text that is no constant is a reason
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
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	default:
		return value == nil
	}
}

// readErrors returns one item, which may be empty, for each error: what may be shown of
// it. Errors are a text, an object with a field or reasons, any other object, which has
// them by field, or a list of these. An object does not name the field if that is known.
func (e *Error) readErrors(field string, errors any, s sent) (items []FieldError) {
	switch errors := errors.(type) {
	case string:
		if errors != "" {
			items = []FieldError{{s.path(field), s.reason(errors)}}
			e.withheld = e.withheld || items[0].Reason == ""
		}
	case []any:
		for _, one := range errors {
			items = append(items, e.readErrors(field, one, s)...)
		}
	case map[string]any:
		named := textIn(errors, "field")
		field := cmp.Or(field, named)
		for _, name := range reasonNames {
			items = append(items, e.readErrors(field, textIn(errors, name), s)...)
		}
		switch {
		case len(items) > 0:
		case named != "":
			items = []FieldError{{Field: s.path(field)}}
		default:
			items = e.readErrorsByField(field, errors, s)
		}
	}
	return items
}

// readErrorsByField does so for the members of an object, which may stand in that of a field.
func (e *Error) readErrorsByField(of string, errors map[string]any, s sent) (items []FieldError) {
	for name, its := range errors {
		// An undocumented field is taken for part of the one around it. If there is none, its
		// name keeps errors below it from naming another, and path leaves it out in the end.
		field := cmp.Or(s.path(strings.TrimPrefix(of+"."+name, ".")), of, name)
		said := e.readErrors(field, its, s)
		if len(said) == 0 {
			said = []FieldError{{Field: s.path(field)}}
		}
		items = append(items, said...)
	}
	slices.SortFunc(items, func(a, b FieldError) int { // by what is shown: the order must not tell of a name that is not
		return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Reason, b.Reason))
	})
	return items
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// Nothing here recognizes secrets in a service's text. What passes cannot hold one:
//
//	kind         is shown if it is                   and has nothing of
//	constant     capitals, _ and single digits       secrets, numbers, words of persons
//	reason       a constant, or has plain words,     secrets, words of persons
//	             which then are all that is shown
//	path         documented names                    –
//	id           a UUID                              all that was sent, numbers
//	media type   small words                         secrets
//
// Each function returns "" for what is not shown.

func (s sent) constant(text string) string {
	isPerson := func(word string) bool { return slices.Contains(s.persons, word) } // as a whole: VALIDATION has Lida's
	return shownIf(isConstant(text) && !spellsAny(text, s.secrets) && !holdsAny(squeeze(text), s.numbers) && !slices.ContainsFunc(words(text), isPerson), text)
}

func (s sent) reason(text string) string {
	if text = strings.TrimSpace(text); isConstant(text) {
		return s.constant(text)
	}
	shown := plain(text)
	if runes := []rune(shown); len(runes) > maxReason {
		shown = string(runes[:maxReason]) + gap
	}
	return shownIf(letters(shown) != "" && !spellsAny(text, s.secrets) && !spellsAny(text, s.persons), shown)
}

func (s sent) path(text string) string {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./[]", r) })
	isOther := func(name string) bool { return !slices.Contains(s.documented, name) }
	return shownIf(len(names) > 0 && len(text) <= maxWord && !slices.ContainsFunc(names, isOther), text)
}

func (s sent) id(text string) string {
	return shownIf(IsUUID(text) && !strings.Contains(s.all, squeeze(text)) && !holdsAny(squeeze(text), s.numbers), text)
}

// mediaType returns that of an answer, without its parameters, unless it is JSON's.
func (s sent) mediaType(header http.Header) string {
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return shownIf(err == nil && text != jsonType && mediaText().MatchString(text) && !spellsAny(text, s.secrets), text)
}

func shownIf(passes bool, text string) string {
	if !passes {
		return ""
	}
	return text
}

// jsonType is the media type of the service's own requests and answers.
const jsonType = "application/json"

// gap stands for words that are not shown.
const gap = "…"

const (
	maxWord   = 100 // characters of a constant or a path
	maxReason = 300 // characters of a reason
	maxRun    = 24  // characters of a constant without an underscore between them

	minLetters     = 6 // of a secret
	minNameLetters = 4 // of a word of a person's name
	minNumber      = 3 // letters and digits of a secret with digits
)

// Few runs show a text of the service, but a CLI starts the provider several times in each:
// large expressions are compiled when they are needed.
var (
	// A plain word may have an apostrophe: without "can't", a sentence says the
	// opposite.
	plainWord = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^[\"'(\\[{<\x60]*" + plainRun + `(?:[-_.']` + plainRun + ")*[\"')\\]}>\x60.,;:!?]*$")
	})
	// constants have no two digits side by side, so that they hold no number.
	constantText = regexp.MustCompile(`^[0-9]?[A-Z](?:[0-9]?[A-Z_])*[0-9]?$`)
	mediaText    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]{1,20}/[a-z]{1,20}(?:[-+.][a-z]{1,20})*$`) })
)

// plainRun is a run of letters in one of the usual cases.
const plainRun = `(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,19})`

func isConstant(text string) bool {
	return len(text) <= maxWord && constantText.MatchString(text) &&
		!slices.ContainsFunc(strings.Split(text, "_"), func(run string) bool { return len(run) > maxRun })
}

// plain returns a text with gaps instead of all words that are not plain.
func plain(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if !plainWord().MatchString(word) {
			words[i] = gap
		}
	}
	bothGaps := func(a, b string) bool { return a == gap && b == gap } // their number would tell something of the value
	return strings.Join(slices.CompactFunc(words, bothGaps), " ")
}

// IsUUID reports whether a text is a UUID in its usual form of 36 characters, which is
// the only one that the service finds in a path.
func IsUUID(text string) bool {
	return len(text) == len(uuid.Nil.String()) && uuid.Validate(text) == nil
}

// sent is what a call sent, as far as it decides what is shown of the answer.
type sent struct {
	// secrets are the letters of each secret and of each long word of a person's name,
	// and persons those of its short words, too.
	secrets, persons []string
	// numbers are the letters and digits of each secret that has digits.
	numbers []string
	// all is everything that was sent, its letters and digits.
	all        string
	documented []string // names that paths may consist of
}

// sent returns what was sent for a.
func (a *answer) sent() sent {
	secrets := slices.Concat(a.call.secrets, a.credentials)
	all := strings.Join(slices.Concat(secrets, a.call.params, []string{a.call.query.Encode(), string(a.call.body)}), " ")
	s := sent{documented: a.call.documented, all: squeeze(all) + " " + hex.EncodeToString([]byte(all))}
	for _, secret := range secrets {
		s.secrets = append(s.secrets, spellings(minLetters, secret, withoutDigits(secret))...)
		for _, number := range []string{squeeze(secret), hex.EncodeToString([]byte(secret))} {
			if len(number) >= minNumber && hasDigit(number) {
				s.numbers = append(s.numbers, number)
			}
		}
	}
	for _, name := range a.call.names {
		parts := slices.Concat(strings.Fields(name), words(name))
		s.secrets = append(s.secrets, spellings(minLetters, parts...)...)
		s.persons = append(s.persons, spellings(minNameLetters, parts...)...)
	}
	return s
}

// spellings returns the letters of each text that has as many, unless the API description
// has all its words.
func spellings(least int, texts ...string) (found []string) {
	for _, text := range texts {
		if spelling := letters(text); len(spelling) >= least && !isDocumented(text) {
			found = append(found, spelling)
		}
	}
	return found
}

// spellsAny reports whether the letters of a text hold one of the spellings, with or without
// the words that have digits.
func spellsAny(text string, spellings []string) bool {
	return holdsAny(letters(text), spellings) || holdsAny(letters(withoutDigits(text)), spellings)
}

func holdsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// What was sent and what is shown are compared in three forms: by words, by letters, and by
// letters and digits. All are Latin, small, without accents and of the usual width.
const latin, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"

// words returns the runs of letters in a text. No other letters are ever shown.
func words(text string) []string { return runs(text, latin) }

// letters returns the letters of a text.
func letters(text string) string { return strings.Join(words(text), "") }

// squeeze returns the letters and the digits of a text.
func squeeze(text string) string { return strings.Join(runs(text, latin+digits), "") }

func runs(text, of string) []string {
	return strings.FieldsFunc(folded(text), func(r rune) bool { return !strings.ContainsRune(of, r) })
}

func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1 // such as an accent, which NFKD takes off its letter
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

// withoutDigits returns a text without the words that have digits. The words of an address
// are shown beside its number, which may be written in another way, or not be repeated.
func withoutDigits(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), hasDigit), " ")
}

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
var documentedWords = words(strings.Join(slices.Concat(tokenNames, chargeNames, webhookNames, documentedValues), " "))

// isDocumented reports whether a value consists of documentedWords alone, such as
// the card holder "TEST CARD". A reason with these words does not give it away.
func isDocumented(value string) bool {
	return !slices.ContainsFunc(words(value), func(word string) bool { return !slices.Contains(documentedWords, word) })
}
