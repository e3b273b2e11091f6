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

// reasonNames are the members that hold reasons, of an answer or of one of its
// errors.
var reasonNames = []string{"reason", "message", "detail", "error_description", "error"}

// readBody takes out of an error body what may be shown of it, in the forms that
// services are known to send: all of it may be inside of error, and errors may be
// missing, a list of objects or texts, an object or a text.
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
	if inner, ok := object["error"].(map[string]any); ok {
		delete(object, "error")
		maps.Copy(inner, object)
		object = inner
	}
	e.RequestID = s.id(textIn(object, "request_id"))
	e.Code = s.constant(textIn(object, "code"))
	said := object["code"] != nil
	for _, name := range append([]string{"errors"}, reasonNames...) {
		items := errorItems(object[name])
		said = said || len(items) > 0
		for i, raw := range items {
			items[i] = FieldError{Field: s.path(raw.Field), Reason: s.reason(raw.Reason)}
			e.withheld = e.withheld || raw.Reason != "" && items[i].Reason == ""
		}
		if _, unordered := object[name].(map[string]any); unordered { // the order of names must not tell of one that is not shown
			slices.SortFunc(items, func(a, b FieldError) int {
				return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Reason, b.Reason))
			})
		}
		for _, item := range items {
			if again := name != "errors" && slices.Contains(e.Fields, item); item != (FieldError{}) && !again {
				e.Fields = append(e.Fields, item)
			}
		}
	}
	if len(e.Fields) > maxFieldErrors {
		e.Fields, e.more = e.Fields[:maxFieldErrors], len(e.Fields)-maxFieldErrors
	}
	e.withheld = e.withheld || said && e.Code == "" && len(e.Fields) == 0
}

// errorItems returns what errors says of each field. An object that has the form
// of an error is one; any other has reasons for each field that it names.
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
				items = append(items, errorItem(item)...)
			}
		}
		return items
	case map[string]any:
		items := errorItem(errors)
		if len(items) > 0 {
			return items
		}
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

// errorItem returns what one error says. That is more than one item if the
// error has a code beside a reason, and none if the object has no member of an
// error.
func errorItem(object map[string]any) []FieldError {
	var items []FieldError
	field := textIn(object, "field")
	for _, name := range append([]string{"code"}, reasonNames...) {
		if reason := textIn(object, name); reason != "" {
			items = append(items, FieldError{Field: field, Reason: reason})
		}
	}
	if field != "" && items == nil {
		return []FieldError{{Field: field}}
	}
	return items
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
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
