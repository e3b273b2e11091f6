// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxFieldErrors is how many errors of an answer are listed.
const maxFieldErrors = 20

// reasonNames are the members that hold reasons, of an answer or of one of its
// errors.
var reasonNames = []string{"code", "reason", "message", "detail", "error_description", "error"}

// readBody takes out of an error body what may be shown of it, in the forms that
// services are known to send: all of it may be inside of error, and errors may be
// missing, an object, a text, or a list of these.
func (e *Error) readBody(body []byte, s sent) {
	members := DecodeAs[map[string]jsontext.Value](body)
	if e.JSON = members != nil; !e.JSON {
		return
	}
	object := map[string]any{}
	for name, value := range *members {
		if member := DecodeAs[any](value); member != nil {
			object[name] = *member
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
	e.Coded = said || object["errors"] != nil
	if _, isText := object["code"].(string); e.Code != "" || !isText {
		delete(object, "code")
	}
	for _, name := range append([]string{"errors"}, reasonNames...) {
		for _, item := range e.readErrors("", object[name], s) {
			said = true
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

// readErrors returns one item, which may be empty, for each error: what may be
// shown of it. The errors are about a field, or the service names that itself.
func (e *Error) readErrors(field string, errors any, s sent) (items []FieldError) {
	switch errors := errors.(type) {
	case string:
		item := FieldError{s.path(field), s.reason(errors)}
		e.withheld = e.withheld || errors != "" && item.Reason == ""
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
