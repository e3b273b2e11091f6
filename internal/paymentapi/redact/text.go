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
	// folded has each character in the first of its cases; at and ends say for
	// each byte of it where in the original its character begins and ends. A byte
	// that doesn't complete a character has no use for its end.
	folded   string
	at, ends []int
	// marks are the parts of folded that stand for something left out.
	marks []span
}

// leftOut has for each character that stands for the rest of a value how many of
// it do: a value may hold some itself.
var leftOut = map[rune]int{'…': 1, '*': 1, '•': 1, '●': 1, '.': 3, '#': 3, 'X': 3}

func newText(s string) *text {
	folded, at := fold(s)
	return &text{original: s, folded: folded, at: at[:len(folded)], ends: at[1:], marks: marksIn(folded)}
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

// marksIn returns the parts of a folded text that stand for something left out.
func marksIn(s string) []span {
	var marks []span
	for at := 0; at < len(s); {
		mark, size := utf8.DecodeRuneInString(s[at:])
		least := leftOut[mark]
		if least == 0 {
			at += size
			continue
		}
		end := len(s) - len(strings.TrimLeft(s[at:], string(mark)))
		switch last := len(marks) - 1; {
		case end-at < least*size:
		case last >= 0 && marks[last].end == at:
			marks[last].end = end
		default:
			marks = append(marks, span{at, end})
		}
		at = end
	}
	return marks
}

// besideMark reports whether t.folded[start:end] stands beside a mark for
// something left out.
func (t *text) besideMark(start, end int) bool {
	first, _ := slices.BinarySearchFunc(t.marks, start, func(m span, start int) int { return cmp.Compare(m.end, start) })
	for _, mark := range t.marks[first:] {
		if mark.start > end {
			break
		}
		if mark.end == start || mark.start == end {
			return true
		}
	}
	return false
}

// span returns the part of the original that t.folded[from:end] comes from.
func (t *text) span(from, end int) span { return span{t.at[from], t.ends[end-1]} }

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
