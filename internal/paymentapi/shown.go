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
)

// redactor decides what is shown of an error answer. If its call sent a secret, only what
// cannot repeat one in any spelling: constants, paths of documented fields, and a UUID that was
// not sent; else the service's own words. Each method returns "" for what is not shown.
type redactor struct {
	sentSecret bool
	documented []string // names that the path of a field may consist of
	withheld   []string // texts that nothing shown may contain
	sent       string   // all that was sent, in lower case
}

// redactor returns what may be shown of a.
func (a *answer) redactor() redactor {
	sent := slices.Concat(a.secrets, a.call.pathParams, a.call.withheld, []string{a.call.query.Encode(), string(a.call.body)})
	return redactor{
		sentSecret: a.call.sendsSecret,
		documented: a.call.documented,
		withheld:   slices.Concat(a.secrets, a.call.withheld),
		sent:       strings.ToLower(strings.Join(sent, " ")),
	}
}

const (
	maxFieldErrors = 20  // further ones are left out
	maxWords       = 300 // characters of a reason, and of the path of a field
)

// reason returns why the service refused a request: a constant, or words on one line.
func (r redactor) reason(text string) string {
	if r.sentSecret && !isConstant(text) {
		return ""
	}
	return r.line(text)
}

// line returns a text of the service on one line.
func (r redactor) line(text string) string {
	line := OneLine(text)
	folded := func(text string) string { return strings.ToLower(OneLine(text)) }
	isIn := func(secret string) bool { return secret != "" && strings.Contains(folded(line), folded(secret)) }
	if slices.ContainsFunc(r.withheld, isIn) {
		return ""
	}
	if runes := []rune(line); len(runes) > maxWords {
		line = string(runes[:maxWords-1]) + "…"
	}
	return line
}

// path returns the path of a field.
func (r redactor) path(text string) string {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./[]", r) })
	isOther := func(name string) bool { return !slices.Contains(r.documented, name) }
	if r.sentSecret && slices.ContainsFunc(names, isOther) {
		return ""
	}
	return r.line(text)
}

// id returns the id of an object.
func (r redactor) id(text string) string {
	if !IsUUID(text) || strings.Contains(r.sent, strings.ToLower(text)) {
		return ""
	}
	return text
}

// requestID returns the id that the service gave the request.
func (r redactor) requestID(header http.Header) string {
	text := header.Get("X-Request-Id")
	isOther := func(r rune) bool { return r < ' ' || r > '~' }
	switch {
	case r.sentSecret:
		return r.id(text)
	case len(text) > 128 || strings.ContainsFunc(text, isOther):
		return ""
	}
	return r.line(text)
}

// mediaType returns that of an answer, without its parameters, unless it is JSON's.
func (r redactor) mediaType(header http.Header) string {
	usual := []string{"text/html", "text/plain", "text/xml", "application/xml", "application/problem+json"}
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || text == jsonType || r.sentSecret && !slices.Contains(usual, text) {
		return ""
	}
	return r.line(text)
}

// isConstant reports whether a text is capitals, underscores and single digits, such as 3DS_REQUIRED, and not
// long. Two digits side by side could be a part of a number that was sent.
var isConstant = regexp.MustCompile(`^[0-9]?[A-Z](?:[0-9]?[A-Z_]){0,100}[0-9]?$`).MatchString

// reasonNames are the members of an answer, or of one of its errors, that hold reasons.
var reasonNames = []string{"code", "reason", "message", "detail", "error_description", "error"}

// readBody takes out of an error body what may be shown of it, in the forms that services
// are known to send. It reports whether the body is a JSON object.
func (e *Error) readBody(body []byte, r redactor) bool {
	members := DecodeOrNil[map[string]any](body)
	if members == nil {
		return false
	}
	object := *members
	if code, _ := object["code"].(string); isConstant(code) && r.line(code) != "" {
		e.Code = code
		delete(object, "code") // any other code is a reason
	}
	e.OwnFormat = e.Code != "" || object["errors"] != nil
	var found []FieldError
	for _, name := range append([]string{"errors"}, reasonNames...) {
		found = findErrors(found, "", object[name])
	}
	for _, one := range found {
		item := FieldError{r.path(one.Field), r.reason(one.Reason)}
		e.reasonHidden = e.reasonHidden || one.Reason != "" && item.Reason == ""
		if item != (FieldError{}) && !slices.Contains(e.Fields, item) {
			e.Fields = append(e.Fields, item)
		}
	}
	return true
}

// findErrors appends what a value says of a field, which is empty if none is known. A text is a
// reason, and a list has several.
func findErrors(found []FieldError, field string, value any) []FieldError {
	if len(found) >= maxFieldErrors || len(field) > maxWords {
		return found
	}
	switch value := value.(type) {
	case string:
		return append(found, FieldError{field, value})
	case []any:
		for _, one := range value {
			found = findErrors(found, field, one)
		}
	case map[string]any:
		found = findErrorsInObject(found, field, value)
	}
	return found
}

// findErrorsInObject appends what an object says: reasons, for the field that it may name, as in {"field": "url",
// "reason": "INVALID"}; without a reason, that field alone; without both, what it says of the field of each
// name, as in {"url": ["is invalid"]}.
func findErrorsInObject(found []FieldError, field string, object map[string]any) []FieldError {
	named, _ := object["field"].(string)
	before := len(found)
	for _, name := range reasonNames {
		found = findErrors(found, cmp.Or(named, field), object[name])
	}
	switch {
	case len(found) > before:
		return found
	case named != "":
		return append(found, FieldError{Field: named})
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(reasonNames, name) { // those are searched above, and twice at each depth takes too long
			found = findErrors(found, strings.TrimPrefix(field+"."+name, "."), object[name])
		}
	}
	return found
}
