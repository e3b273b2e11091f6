// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// echo finds the credentials in an answer. What a service says in a success is
// kept in a state, where they must never be.
type echo [][]byte

// minEcho is the length in bytes from which a credential does not stand in an
// answer by chance.
const minEcho = 12

func newEcho(credentials ...string) echo {
	var e echo
	for _, value := range credentials {
		if len(value) >= minEcho {
			e = append(e, []byte(value))
		}
	}
	return e
}

// in tells whether body, valid JSON, holds one of the credentials.
func (e echo) in(body []byte) bool {
	if bytes.IndexByte(body, '\\') >= 0 {
		body = withoutEscapes(body)
	}
	return slices.ContainsFunc(e, func(value []byte) bool { return bytes.Contains(body, value) })
}

// withoutEscapes returns valid JSON with the characters that its escapes stand
// for, control characters aside.
func withoutEscapes(body []byte) []byte {
	plain := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			plain = append(plain, body[i])
			continue
		}
		i++
		if body[i] != 'u' || i+4 >= len(body) {
			plain = append(plain, body[i])
			continue
		}
		code, _ := strconv.ParseUint(string(body[i+1:i+5]), 16, 16) // four hex digits, the JSON is valid
		plain = utf8.AppendRune(plain, rune(code))
		i += 4
	}
	return plain
}
