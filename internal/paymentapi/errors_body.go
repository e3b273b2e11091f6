// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// maxFieldErrors is how many errors of an answer are listed.
const maxFieldErrors = 20

func newAPIError(_ call, a *answer, s sent) *APIError {
	e := &APIError{StatusCode: a.status, ContentType: mediaType(a.header, s)}
	if !a.tooLarge && a.err == nil {
		e.readBody(a.body, s)
	}
	if e.RequestID == "" {
		e.RequestID = s.id(a.header.Get("X-Request-Id"))
	}
	if !e.JSON {
		e.problem, _ = a.problem(maxErrorBody, s)
		e.problem = cmp.Or(e.problem, "is JSON, but not an object")
	}
	return e
}

// objectID returns the UUID of what an answer to a POST describes, if it is a
// success or the service failed after it.
func objectID(r call, a *answer, s sent) string {
	if r.method != http.MethodPost || a.status < 200 || a.status > 299 && a.status < 500 {
		return ""
	}
	token := decodeToken(a.body)
	if token == nil {
		return ""
	}
	return s.id(token.ID)
}

// reasonNames are the members that hold a reason, of an answer or of one of its
// errors.
var reasonNames = []string{"reason", "message", "detail", "error_description"}

// readBody takes out of an error body what may be shown of it, in the forms that
// services are known to send: errors may be missing, a list of objects or texts,
// an object or a text.
func (e *APIError) readBody(body []byte, s sent) {
	body = bytes.TrimPrefix(body, byteOrderMark)
	if e.JSON = checkObject(body) == nil && checkJSON(body) == jsonComplete; !e.JSON {
		return
	}
	object := map[string]any{}
	for name, value := range Inside(body) {
		if member := DecodeAs[any](value); member != nil {
			object[string(name)] = *member
		}
	}
	e.RequestID = s.id(textIn(object, "request_id"))
	code := textIn(object, "code")
	e.Code = s.constant(code)
	said := code != ""

	show := func(raw FieldError) FieldError {
		field := FieldError{Field: s.path(raw.Field), Reason: s.reason(raw.Reason)}
		said = said || raw != FieldError{}
		e.withheld = e.withheld || raw.Reason != "" && field.Reason == ""
		return field
	}
	for _, raw := range errorItems(object["errors"]) {
		if field := show(raw); field != (FieldError{}) {
			e.Fields = append(e.Fields, field)
		}
	}
	if _, unordered := object["errors"].(map[string]any); unordered {
		slices.SortFunc(e.Fields, func(a, b FieldError) int {
			return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Reason, b.Reason))
		})
	}
	for _, name := range reasonNames {
		field := show(FieldError{Reason: textIn(object, name)})
		if field != (FieldError{}) && !slices.Contains(e.Fields, field) {
			e.Fields = append(e.Fields, field)
		}
	}
	if len(e.Fields) > maxFieldErrors {
		e.Fields, e.more = e.Fields[:maxFieldErrors], len(e.Fields)-maxFieldErrors
	}
	e.withheld = e.withheld || said && e.Code == "" && len(e.Fields) == 0
}

// errorItems returns what errors says of each field; an object counts as one
// error if it has the form of one, else as reasons for each field it names.
func errorItems(errors any) []FieldError {
	switch errors := errors.(type) {
	case string:
		return []FieldError{{Reason: errors}}
	case []any:
		var items []FieldError
		for _, item := range errors {
			switch item := item.(type) {
			case string:
				items = append(items, FieldError{Reason: item})
			case map[string]any:
				items = append(items, FieldError{Field: textIn(item, "field"), Reason: reasonIn(item)})
			}
		}
		return items
	case map[string]any:
		if reasonIn(errors) != "" || textIn(errors, "field") != "" {
			return []FieldError{{Field: textIn(errors, "field"), Reason: reasonIn(errors)}}
		}
		var items []FieldError
		for _, field := range slices.Sorted(maps.Keys(errors)) {
			reasons := errorItems(errors[field])
			if len(reasons) == 0 {
				reasons = []FieldError{{}}
			}
			for _, reason := range reasons {
				items = append(items, FieldError{Field: field, Reason: reason.Reason})
			}
		}
		return items
	}
	return nil
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// reasonIn returns the first reason of an object.
func reasonIn(object map[string]any) string {
	for _, name := range reasonNames {
		if text := textIn(object, name); text != "" {
			return text
		}
	}
	return ""
}

// jsonType is the media type of the service's own requests and answers.
const jsonType = "application/json"

// mediaType returns the media type of an answer without its parameters, if it
// may be shown.
func mediaType(header http.Header, s sent) string {
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err != nil:
		return ""
	case text == jsonType:
		return text
	}
	return s.mediaType(text)
}
