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

// span is a part of a text, in bytes.
type span struct{ start, end int }

// text is a text to search.
type text struct {
	original string
	// folded has each character in the first of its cases; at says for each byte
	// of it, and for its end, where in the original it comes from.
	folded string
	at     []int
	// cuts are the places in folded where something was left out.
	cuts []int
}

// leftOut are the marks that stand for the rest of a value.
var leftOut = []string{"…", "...", "*", "•"}

func newText(s string) *text {
	folded, at := fold(s)
	return &text{original: s, folded: folded, at: at, cuts: cutsIn(folded)}
}

// fold returns s with each character in the first of its cases, and where in s
// each byte of that, and its end, comes from.
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

// cutsIn returns where in s something was left out: before each run of marks,
// and at the end, which may be one too.
func cutsIn(s string) []int {
	var cuts []int
	last := -1 // where the mark before ended
	for i := range s {
		if length := markLength(s[i:]); length > 0 {
			if i != last {
				cuts = append(cuts, i)
			}
			last = i + length
		}
	}
	return append(cuts, len(s))
}

// markLength returns how long the mark at the beginning of s is, 0 for none.
func markLength(s string) int {
	if c := s[0]; c != '.' && c != '*' && c < utf8.RuneSelf {
		return 0
	}
	for _, mark := range leftOut {
		if strings.HasPrefix(s, mark) {
			return len(mark)
		}
	}
	return 0
}

// cutFollows reports whether the rest of a number was left out before s.
func cutFollows(s string) bool {
	s = strings.TrimLeft(s, " -")
	return s == "" || markLength(s) > 0
}

// span returns the part of the original that t.folded[from:end] comes from.
func (t *text) span(from, end int) span { return span{t.at[from], t.at[end]} }

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

// insideMask reports whether a span is part of a Mask.
func insideMask(s string, found span) bool {
	from := max(0, found.end-len(Mask))
	to := min(len(s), found.start+len(Mask))
	return from <= to && strings.Contains(s[from:to], Mask)
}
