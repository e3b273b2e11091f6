// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// hidden is what no error of a client may repeat: the credentials, and the
// secrets of all calls so far, since a service may put what it got in one call
// into the answer to another. Short ones are hidden in their own call only.
type hidden struct{ redactor *redact.Redactor }

func newHidden(credentials ...string) *hidden {
	redactor := redact.New(credentials...)
	redactor.RememberCredentials(credentials...)
	return &hidden{redactor}
}

// of remembers the secrets of a call, and returns what hides them and all
// others.
func (h *hidden) of(r call) *redact.Redactor {
	if len(r.secrets) == 0 {
		return h.redactor
	}
	h.redactor.Remember(r.secrets...)
	return h.redactor.With(slices.Concat(r.secrets, r.forms)...)
}

// Hide keeps a webhook's token out of all errors to come, such as one that the
// service knows from an earlier run, and refuses answers that would put it into
// a state. A token, or a word of it, that also stands in one of the known texts
// (the webhook's URL, say) is in a state rightly.
func (c *Client) Hide(token string, known ...string) {
	secrets := tokenSecrets(token)
	c.hidden.redactor.RememberCredentials(secrets...)
	c.tokens.Remember(withoutKnown(secrets, known)...)
}

// credentialsOf lists what the service may repeat of the credentials: each, the
// pair that the header has, and parts of the application token.
func credentialsOf(secret, appToken string) []string {
	return slices.Concat([]string{secret, appToken, secret + "." + appToken}, jwtParts(appToken), plainParts(secret))
}

// tokenSecrets returns a token and what of it a service may repeat by itself:
// the words after a scheme, unless they are too short to be the secret, and
// parts of those.
func tokenSecrets(token string) []string {
	secrets := []string{token}
	for word := range strings.FieldsSeq(token) {
		if len(word) >= minTokenWord {
			secrets = slices.Concat(secrets, []string{word}, jwtParts(word), plainParts(word))
		}
	}
	return secrets
}

// plainParts returns the text that a word is in base64, and its password if it is
// a name and a password, as in Basic authentication; none of another word.
func plainParts(word string) []string {
	word = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(word, "="))
	text, err := base64.RawStdEncoding.DecodeString(word)
	if err != nil || !utf8.Valid(text) || bytes.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return nil
	}
	_, password, _ := strings.Cut(string(text), ":")
	return slices.DeleteFunc([]string{string(text), password}, func(part string) bool { return len(part) < minTokenWord })
}

const (
	minTokenWord = 8  // longer than the schemes in use, such as Bearer
	minJWTPart   = 12 // of a part that no other text has
)

// jwtParts returns the payload and the signature of a JWT, which its libraries
// show by themselves; none of another text. The header is the same in all JWTs.
func jwtParts(token string) []string {
	header, rest, found := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(header, "="))
	if !found || err != nil || json.Unmarshal(text, &struct{}{}) != nil {
		return nil
	}
	return slices.DeleteFunc(strings.Split(rest, "."), func(part string) bool { return len(part) < minJWTPart })
}
