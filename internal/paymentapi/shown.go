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

// redactor returns what may be shown of an answer.
func (a *answer) redactor() redactor {
	withheld := slices.Concat(a.secrets, a.call.withheld)
	sent := slices.Concat(withheld, a.call.pathParams)
	sent = append(sent, a.call.query.Encode(), string(a.call.body))
	return redactor{
		sentSecret: a.call.sendsSecret,
		documented: a.call.documented,
		withheld:   withheld,
		sent:       strings.ToLower(strings.Join(sent, " ")),
	}
}

const (
	maxFieldErrors = 20  // further ones are left out
	maxWords       = 300 // characters of a reason, and of the path of a field
	maxRequestID   = 128 // characters
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
	folded := strings.ToLower(line)
	for _, secret := range r.withheld {
		if secret != "" && strings.Contains(folded, strings.ToLower(OneLine(secret))) {
			return ""
		}
	}

	chars := []rune(line)
	if len(chars) <= maxWords {
		return line
	}
	return string(chars[:maxWords-1]) + "…"
}

// path returns the path of a field.
func (r redactor) path(text string) string {
	isSeparator := func(char rune) bool {
		return strings.ContainsRune("./[]", char)
	}
	for _, name := range strings.FieldsFunc(text, isSeparator) {
		if r.sentSecret && !slices.Contains(r.documented, name) {
			return ""
		}
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
	if r.sentSecret {
		return r.id(text)
	}

	isUnprintable := func(char rune) bool {
		return char < ' ' || char > '~'
	}
	if len(text) > maxRequestID || strings.ContainsFunc(text, isUnprintable) {
		return ""
	}
	return r.line(text)
}

// usualMediaTypes are those that cannot be a part of what was sent.
var usualMediaTypes = []string{
	"text/html", "text/plain", "text/xml", "application/xml", "application/problem+json",
}

// mediaType returns that of an answer, without its parameters, unless it is JSON's.
func (r redactor) mediaType(header http.Header) string {
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || text == jsonType {
		return ""
	}
	if r.sentSecret && !slices.Contains(usualMediaTypes, text) {
		return ""
	}
	return r.line(text)
}

// isConstant reports whether a text is capitals, underscores and single digits, such as 3DS_REQUIRED, and not
// long. Two digits side by side could be a part of a number that was sent.
func isConstant(text string) bool {
	return len(text) <= 100 && constantForm.MatchString(text)
}

var constantForm = regexp.MustCompile(`^[0-9]?[A-Z](?:[0-9]?[A-Z_])*[0-9]?$`)

// reasonNames are the members of an answer, or of one of its errors, that hold reasons.
var reasonNames = []string{"code", "reason", "message", "detail", "error_description", "error"}

// quoteBody takes out of an error body what may be shown of it, in the forms that services
// are known to send. It reports whether the body is a JSON object.
func (e *Error) quoteBody(body []byte, redact redactor) bool {
	members := DecodeOrNil[map[string]any](body)
	if members == nil {
		return false
	}
	object := *members

	code, _ := object["code"].(string)
	if isConstant(code) && redact.line(code) != "" {
		e.Code = code
		delete(object, "code") // any other code is a reason
	}
	e.OwnFormat = e.Code != "" || object["errors"] != nil

	found := findErrors(nil, "", object["errors"])
	for _, name := range reasonNames {
		found = findErrors(found, "", object[name])
	}

	for _, one := range found {
		e.addField(one, redact)
	}
	return true
}

// addField adds what may be shown of what the service said of a field.
func (e *Error) addField(said FieldError, redact redactor) {
	shown := FieldError{
		Field:  redact.path(said.Field),
		Reason: redact.reason(said.Reason),
	}
	if said.Reason != "" && shown.Reason == "" {
		e.reasonHidden = true
	}

	isEmpty := shown == FieldError{}
	if !isEmpty && !slices.Contains(e.Fields, shown) {
		e.Fields = append(e.Fields, shown)
	}
}

// findErrors appends what a value says of a field, which is empty if none is known. A text is a
// reason, and a list has several.
func findErrors(found []FieldError, field string, value any) []FieldError {
	if len(found) >= maxFieldErrors || len(field) > maxWords {
		return found
	}

	switch value := value.(type) {
	case string:
		return append(found, FieldError{Field: field, Reason: value})
	case []any:
		for _, one := range value {
			found = findErrors(found, field, one)
		}
	case map[string]any:
		found = findErrorsInObject(found, field, value)
	}
	return found
}

// findErrorsInObject appends what an object says:
//
//	{"field": "url", "reason": "INVALID"}    a reason, for the field that it names, or else for that of its own
//	{"field": "url"}                         the field alone
//	{"url": ["is invalid"]}                  reasons for the field of each name
func findErrorsInObject(found []FieldError, field string, object map[string]any) []FieldError {
	named, _ := object["field"].(string)
	earlier := len(found)
	for _, name := range reasonNames {
		found = findErrors(found, cmp.Or(named, field), object[name])
	}

	switch {
	case len(found) > earlier:
		return found
	case named != "":
		return append(found, FieldError{Field: named})
	}

	for _, name := range slices.Sorted(maps.Keys(object)) {
		if slices.Contains(reasonNames, name) {
			continue // they are searched above, and twice at each depth takes too long
		}
		path := strings.TrimPrefix(field+"."+name, ".")
		found = findErrors(found, path, object[name])
	}
	return found
}
