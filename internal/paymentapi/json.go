// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
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

// decodeObject is decodeExact for the body of an answer that must be an object.
func decodeObject(body []byte, v any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return errors.New("its body is not a JSON object")
	}
	return decodeExact(body, v)
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

// repeatsSecret makes the error for a success of r in whose field a secret came
// back.
func (c *Client) repeatsSecret(r call, field string) error {
	err := c.untrusted(r, "its "+field+" field repeats a secret")
	var response *ResponseError
	if errors.As(err, &response) {
		response.RepeatsSecret, response.SecretIn = true, field
	}
	return err
}

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
		Problem:    cleanText(reason, maxProblem, c.hidden.of(r)),
	}
}
