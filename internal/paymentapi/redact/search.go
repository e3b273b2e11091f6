// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelling is a text to look for, folded; alone where it counts only between
// characters that are neither letters nor digits.
type spelling struct {
	text  string
	alone bool
}

// span is a part of a text, in bytes.
type span struct{ start, end int }

// find returns where s holds a spelling, in any case. Its time grows with the
// length of s, whatever the values are.
func (r *Redactor) find(s string) []span {
	if len(r.values) == 0 {
		return nil
	}
	folded, at := fold(s)
	var found []span
	for _, spelling := range r.spellings() {
		for from := 0; ; from++ {
			i := strings.Index(folded[from:], spelling.text)
			if i < 0 {
				break
			}
			from += i
			end := from + len(spelling.text)
			if !spelling.alone || standsAlone(folded, from, end) {
				found = append(found, span{at[from], at[end]})
			}
		}
	}
	return found
}

func standsAlone(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !isWord(before) && !isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// fold returns s with each character in the first of its cases, and for each
// byte of that, and for its end, the place in s that it comes from.
func fold(s string) (folded string, at []int) {
	var b strings.Builder
	b.Grow(len(s))
	at = make([]int, 0, len(s)+1)
	for i, r := range s {
		before := b.Len()
		b.WriteRune(firstCase(r))
		for range b.Len() - before {
			at = append(at, i)
		}
	}
	return b.String(), append(at, len(s))
}

func firstCase(r rune) rune {
	if r < unicode.MaxASCII {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	first := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		first = min(first, other)
	}
	return first
}

// replace puts Mask in the place of the spans, one for those that touch. What a
// Mask is made of already is left alone.
func replace(s string, spans []span) string {
	spans = slices.DeleteFunc(spans, func(found span) bool { return insideMask(s, found) })
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	var b strings.Builder
	done := 0
	for i := 0; i < len(spans); {
		merged := spans[i]
		for i++; i < len(spans) && spans[i].start <= merged.end; i++ {
			merged.end = max(merged.end, spans[i].end)
		}
		b.WriteString(s[done:merged.start])
		b.WriteString(Mask)
		done = merged.end
	}
	b.WriteString(s[done:])
	return b.String()
}

// insideMask tells whether a span is part of a Mask.
func insideMask(s string, found span) bool {
	from := max(0, found.end-len(Mask))
	to := min(len(s), found.start+len(Mask))
	return from <= to && strings.Contains(s[from:to], Mask)
}
