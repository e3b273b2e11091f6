// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// disclosure decides what is shown of an error answer, by what its call sent. If that was a
// secret, the answer may repeat it in any spelling, so only what cannot hold one is shown:
// constants, paths of documented fields, and a UUID that was not sent. Of any other call,
// the service's own words are. Each method returns "" for what is not shown.
type disclosure struct {
	sentSecret bool
	documented []string // names that the path of a field may consist of
	withheld   []string // texts that nothing shown may contain
	sent       string   // all that was sent, in lower case
}

// disclosure returns what may be shown of a.
func (a *answer) disclosure() disclosure {
	sent := slices.Concat(a.withheld, a.call.params, []string{a.call.query.Encode(), string(a.call.body)})
	return disclosure{
		sentSecret: a.call.sendsSecret,
		documented: a.call.documented,
		withheld:   slices.Concat(a.withheld, a.call.withheld),
		sent:       strings.ToLower(strings.Join(sent, " ")),
	}
}

const (
	maxFieldErrors = 20  // further ones are left out
	maxWords       = 300 // characters of a reason
	maxRequestID   = 128 // characters
)

// reason returns why the service refused a request: a constant, or words on one line.
func (d disclosure) reason(text string) string {
	switch {
	case isConstant(text):
		return text
	case d.sentSecret:
		return ""
	}
	return d.words(text)
}

// words returns a text of the service on one line.
func (d disclosure) words(text string) string {
	isGap := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	line := strings.Join(strings.FieldsFunc(text, isGap), " ")
	searched := strings.ToLower(text + "\n" + line)
	isIn := func(text string) bool { return text != "" && strings.Contains(searched, strings.ToLower(text)) }
	if slices.ContainsFunc(d.withheld, isIn) {
		return ""
	}
	if runes := []rune(line); len(runes) > maxWords {
		line = string(runes[:maxWords-1]) + "…"
	}
	return line
}

// path returns the path of a field.
func (d disclosure) path(text string) string {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./[]", r) })
	isOther := func(name string) bool { return !slices.Contains(d.documented, name) }
	if d.sentSecret && slices.ContainsFunc(names, isOther) {
		return ""
	}
	return d.words(text)
}

// id returns the id of an object.
func (d disclosure) id(text string) string {
	if !IsUUID(text) || strings.Contains(d.sent, strings.ToLower(text)) {
		return ""
	}
	return text
}

// requestID returns the id that the service gave the request.
func (d disclosure) requestID(header http.Header) string {
	text := header.Get("X-Request-Id")
	isOther := func(r rune) bool { return r < ' ' || r > '~' }
	if d.sentSecret {
		return d.id(text)
	}
	if len(text) > maxRequestID || strings.ContainsFunc(text, isOther) {
		return ""
	}
	return d.words(text)
}

// mediaType returns that of an answer, without its parameters, unless it is JSON's.
func (d disclosure) mediaType(header http.Header) string {
	usual := []string{"text/html", "text/plain", "text/xml", "application/xml", "application/problem+json"}
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || text == jsonType || d.sentSecret && !slices.Contains(usual, text) {
		return ""
	}
	return d.words(text)
}

// constantText has no two digits side by side, so that a constant holds no number.
var constantText = regexp.MustCompile(`^[0-9]?[A-Z](?:[0-9]?[A-Z_])*[0-9]?$`)

func isConstant(text string) bool { return len(text) <= maxWords && constantText.MatchString(text) }

// reasonNames are the members of an answer, or of one of its errors, that hold reasons.
var reasonNames = []string{"code", "reason", "message", "detail", "error_description", "error"}

// readBody takes out of an error body what may be shown of it, in the forms that services
// are known to send. It reports whether the body is a JSON object.
func (e *Error) readBody(body []byte, d disclosure) bool {
	members := DecodeAs[map[string]any](body)
	if members == nil {
		return false
	}
	object := *members
	if code, _ := object["code"].(string); isConstant(code) {
		e.Code = code
		delete(object, "code") // any other code is a reason
	}
	e.OwnFormat = e.Code != "" || object["errors"] != nil
	for _, name := range append([]string{"errors"}, reasonNames...) {
		e.addErrors("", object[name], d)
	}
	return true
}

// addErrors adds what a value says of a field, if it is known: a text, a list of values, or
// an object, which names the field beside the reasons, or has the errors by field.
func (e *Error) addErrors(field string, value any, d disclosure) {
	switch value := value.(type) {
	case string:
		e.addError(field, value, d)
	case []any:
		for _, one := range value {
			e.addErrors(field, one, d)
		}
	case map[string]any:
		named, _ := value["field"].(string)
		hasReason := false
		for _, name := range reasonNames {
			if reason, _ := value[name].(string); reason != "" {
				hasReason = true
				e.addError(cmp.Or(named, field), reason, d)
			}
		}
		switch {
		case hasReason:
		case named != "":
			e.addError(named, "", d)
		default:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				e.addErrors(strings.TrimPrefix(field+"."+name, "."), value[name], d)
			}
		}
	}
}

// addError adds what may be shown of one error.
func (e *Error) addError(field, reason string, d disclosure) {
	item := FieldError{Field: d.path(field), Reason: d.reason(reason)}
	e.withheld = e.withheld || reason != "" && item.Reason == "" || field != "" && item == FieldError{}
	if len(e.Fields) < maxFieldErrors && item != (FieldError{}) && !slices.Contains(e.Fields, item) {
		e.Fields = append(e.Fields, item)
	}
}
