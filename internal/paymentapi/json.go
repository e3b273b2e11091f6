// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// encodeJSON marshals v with the characters <, > and & as they are.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decodeObject reads a JSON object into v. Its error names what is wrong
// without quoting any of it.
func decodeObject(body []byte, v any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return errors.New("its body is no JSON object")
	}
	if err := json.Unmarshal(body, v); err != nil {
		return describeJSONError(err)
	}
	return nil
}

// describeJSONError says what is wrong with a JSON text without any of it.
func describeJSONError(err error) error {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return errors.New("it is not the JSON that was expected")
	}
	field := mismatch.Field[strings.LastIndex(mismatch.Field, ".")+1:]
	if field == "" {
		return fmt.Errorf("it is %s instead of an object", article(mismatch.Value))
	}
	return fmt.Errorf("%s is %s, which is not its type", field, article(mismatch.Value))
}

// article puts a or an before a JSON type as encoding/json names it, which for
// a number may go on with its digits.
func article(value string) string {
	kind, _, _ := strings.Cut(value, " ")
	if strings.HasPrefix(kind, "a") || strings.HasPrefix(kind, "o") {
		return "an " + kind
	}
	return "a " + kind
}

// maxProblem limits the characters of what is said of an answer.
const maxProblem = 500

// untrusted makes the error for a success of r that cannot be used. The reason
// may hold ids and names that the service sent.
func (c *Client) untrusted(r call, reason string) error {
	path, err := fillTemplate(r.template, r.params)
	if err != nil {
		return err
	}
	return &ResponseError{
		Request:    Request{Method: r.method, Path: path, Attempts: 1},
		StatusCode: r.want,
		Problem:    cleanText(reason, maxProblem, c.hidden.with(r.secrets...)),
	}
}
