// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// Limits of what is kept of an error answer. The description shows no error
// format; what services really send is far below.
const (
	maxFieldErrors = 20
	maxWord        = 100 // characters of a code or a field name
	maxReason      = 300 // characters of a reason
	maxErrorText   = 8 << 10
)

func newAPIError(r call, a *answer, redactor *redact.Redactor) *APIError {
	e := &APIError{StatusCode: a.status, ContentType: mediaType(a.header, redactor)}
	if !a.tooLarge && a.err == nil {
		e.Code, e.Fields, e.JSON = parseErrorBody(a.body, redactor, r.fields)
	}
	if !e.JSON {
		e.problem = bodyProblem(a, e.ContentType, redactor)
	}
	return e
}

// bodyProblem says in a sentence why an answer is no JSON object.
func bodyProblem(a *answer, contentType string, redactor *redact.Redactor) string {
	switch {
	case a.tooLarge:
		return fmt.Sprintf("The answer was larger than %d KiB and was not read.", maxErrorBody>>10)
	case a.err != nil:
		return "The answer ended early."
	}
	switch checkJSON(bytes.TrimPrefix(a.body, byteOrderMark)) {
	case jsonEmpty:
		return "The answer had no body."
	case jsonComplete:
		return "The answer was JSON, but not an object."
	case jsonCut, jsonTooDeep, jsonInvalid:
	}
	if encoding := undecoded(a, redactor); encoding != "" {
		return "The answer " + encoding + "."
	}
	if contentType != "" {
		return "The answer was not JSON (" + contentType + ")."
	}
	return "The answer was not JSON."
}

// objectID returns the UUID of what a success describes in answer to a POST, and
// nothing that is a secret.
func objectID(r call, a *answer, redactor *redact.Redactor) string {
	if r.method != http.MethodPost || a.status < 200 || a.status > 299 {
		return ""
	}
	token := decodeToken(bytes.TrimPrefix(a.body, byteOrderMark))
	if token == nil || len(token.ID) != len(uuid.Nil.String()) || uuid.Validate(token.ID) != nil || redactor.String(token.ID) != token.ID {
		return ""
	}
	return token.ID
}

// parseErrorBody takes the service's code and what it says of each field out of
// an error body, in the forms that services are known to send: errors may be
// missing, a list of objects or strings, or an object. A path that is made of
// known names of fields stays as it is.
func parseErrorBody(body []byte, redactor *redact.Redactor, known []string) (code string, fields []FieldError, isJSON bool) {
	var problem, errs jsontext.Value
	body = bytes.ToValidUTF8(bytes.TrimSpace(bytes.TrimPrefix(body, byteOrderMark)), []byte("\uFFFD"))
	if !bytes.HasPrefix(body, []byte("{")) || checkJSON(body) != jsonComplete {
		return "", nil, false
	}
	for name, value := range Inside(body) {
		switch string(name) {
		case "code":
			problem = value
		case "errors":
			errs = value
		}
	}
	clean := func(v any, limit int) string {
		text, _ := v.(string)
		return cleanText(text, limit, redactor)
	}
	if text := DecodeAs[string](problem); text != nil {
		code = clean(*text, maxWord)
	}
	for _, item := range errorItems(errs) {
		var field FieldError
		switch item := item.(type) {
		case string:
			field.Reason = clean(item, maxReason)
		case map[string]any:
			field = FieldError{Field: clean(item["field"], maxWord), Reason: clean(item["reason"], maxReason)}
			if path, _ := item["field"].(string); isPath(path, known) {
				field.Field = path
			}
		}
		if field != (FieldError{}) {
			fields = append(fields, field)
		}
		if len(fields) == maxFieldErrors {
			break
		}
	}
	return code, fields, true
}

// isPath reports whether a text is made of the names of fields, with dots between
// them.
func isPath(text string, names []string) bool {
	for name := range strings.SplitSeq(text, ".") {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// errorItems returns the elements of errors; an object counts as one element
// if it has the form of one, else as a reason for each field it names.
func errorItems(raw jsontext.Value) []any {
	var list []any
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var object map[string]any
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	if _, ok := object["reason"]; ok {
		return []any{object}
	}
	for _, field := range slices.Sorted(maps.Keys(object)) {
		reason := object[field]
		if several, ok := reason.([]any); ok && len(several) > 0 {
			reason = several[0]
		}
		list = append(list, map[string]any{"field": field, "reason": reason})
	}
	return list
}

// cleanText makes a text of the service fit to be shown: no secret, no control
// characters, not long. It looks for secrets once more in the end, since
// without what was cleaned away the text may spell one.
func cleanText(text string, limit int, redactor *redact.Redactor) string {
	if len(text) > maxErrorText {
		return "" // a page, not a message; cutting it could cut a secret in two
	}
	text = redactor.String(printable(redactor.String(text)))
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}

// printable returns text in one line, without what a terminal would obey.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// jsonType is the media type of the service's own requests and answers.
const jsonType = "application/json"

// mediaType returns the media type of an answer without its parameters.
func mediaType(header http.Header, redactor *redact.Redactor) string {
	text, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err != nil || len(text) > maxWord:
		return ""
	case text == jsonType: // nearly always: it is not worth a search for secrets
		return text
	}
	return redactor.String(text)
}

func isUnexpectedEnd(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}
