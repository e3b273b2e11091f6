// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "encoding/json"

// ErrorShape says how a refusal lists what is wrong.
type ErrorShape int

// The values of ErrorShape.
const (
	ErrorPairs   ErrorShape = iota // [{"field": "email", "reason": "REQUIRED_VALUE"}]
	ErrorObject                    // {"email": "REQUIRED_VALUE"}
	ErrorStrings                   // ["email: REQUIRED_VALUE"]
	ErrorMissing                   // no list at all
	ErrorEmpty                     // the whole body is {}
)

// shaped returns a refusal with its errors in the shape that the behavior asks for.
func (b *Behavior) shaped(r response) response {
	var refusal struct {
		Status string         `json:"status"`
		Code   string         `json:"code"`
		Errors []fieldProblem `json:"errors"`
	}
	if b.ErrorShape == ErrorPairs || r.status < 400 || json.Unmarshal(r.body, &refusal) != nil {
		return r
	}
	body := map[string]any{"status": refusal.Status, "code": refusal.Code}
	pairs, texts := map[string]string{}, []string{}
	for _, problem := range refusal.Errors {
		pairs[problem.Field] = problem.Reason
		texts = append(texts, problem.Field+": "+problem.Reason)
	}
	switch b.ErrorShape {
	case ErrorObject:
		body["errors"] = pairs
	case ErrorStrings:
		body["errors"] = texts
	case ErrorEmpty:
		body = map[string]any{}
	case ErrorPairs, ErrorMissing:
	}
	shaped := answerJSON(r.status, body)
	shaped.header = r.header
	return shaped
}
