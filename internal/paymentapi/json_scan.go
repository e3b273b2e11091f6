// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"iter"
)

// members yields the names and values of a JSON object, in their order. The
// text must be valid JSON; of any other, some members may be missing.
func members(object []byte) iter.Seq2[[]byte, json.RawMessage] {
	return func(yield func([]byte, json.RawMessage) bool) {
		for rest := object[1:]; ; {
			var name, value json.RawMessage
			name, rest = nextValue(rest)
			value, rest = nextValue(rest)
			if value == nil {
				return
			}
			if !yield(unquotedName(name), value) {
				return
			}
		}
	}
}

// unquotedName returns the name of a member without quotes and escapes.
func unquotedName(name json.RawMessage) []byte {
	var text string
	switch {
	case len(name) >= 2 && name[0] == '"' && bytes.IndexByte(name, '\\') < 0:
		return name[1 : len(name)-1]
	case json.Unmarshal(name, &text) == nil:
		return []byte(text)
	}
	return nil
}

// nextValue returns the value that comes first in s, after what stands between
// values, and what follows it; nil if the object or array ends.
func nextValue(s []byte) (value json.RawMessage, rest []byte) {
	s = bytes.TrimLeft(s, " \t\r\n,:")
	end := 0
	switch {
	case len(s) == 0 || s[0] == '}' || s[0] == ']':
		return nil, nil
	case s[0] == '"':
		end = stringEnd(s)
	case s[0] == '{' || s[0] == '[':
		end = nestedEnd(s)
	default:
		if end = bytes.IndexAny(s, " \t\r\n,]}"); end < 0 {
			end = len(s)
		}
	}
	return json.RawMessage(s[:end]), s[end:]
}

// stringEnd returns where the string ends that s begins with.
func stringEnd(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// nestedEnd returns where the object or array ends that s begins with.
func nestedEnd(s []byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i += stringEnd(s[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}
