// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import "strings"

// What a masked number may show: no more than the first six digits of a card
// number and its last four.
const (
	maxFirst = 6
	maxLast  = 4
)

// maxMasked is how many bytes beside a mark may belong to a number.
const maxMasked = 64

// findMasked returns the digits beside a mark, or before the end of the text,
// that show more of a long number than a mask may.
func (x *index) findMasked(t *text) []span {
	if len(x.numbers) == 0 {
		return nil
	}
	var found []span
	s := t.original
	besideHarmless(s, func(start, end int) {
		for _, mark := range t.marks {
			at := t.span(mark.start, mark.end)
			if start <= at.start && at.end <= end {
				found = append(found, x.findFirst(s, span{start, at.start})...)
				found = append(found, x.findLast(s, span{at.end, end})...)
			}
		}
		if end == len(s) { // which may have been cut too
			found = append(found, x.findFirst(s, span{start, end})...)
		}
	})
	return found
}

// findFirst returns the digits at the end of a part of s that are the first ones
// of a long number.
func (x *index) findFirst(s string, part span) []span {
	from := max(part.start, part.end-maxMasked)
	from += len(strings.TrimRight(s[from:part.end], groupedDigits))
	digits, places := digitsIn(s, span{from, part.end})
	for i := 0; i+maxFirst < len(digits); i++ {
		for _, number := range x.numbers[digits[i:i+numberKey]] {
			if len(number) >= minLong && strings.HasPrefix(number, digits[i:]) {
				return []span{{places[i], places[len(places)-1] + 1}}
			}
		}
	}
	return nil
}

// findLast returns the digits at the beginning of a part of s that are the last
// ones of a long number.
func (x *index) findLast(s string, part span) []span {
	to := min(part.end, part.start+maxMasked)
	to -= len(strings.TrimLeft(s[part.start:to], groupedDigits))
	digits, places := digitsIn(s, span{part.start, to})
	for last := len(digits); last > maxLast; last-- {
		for _, number := range x.numberEnds[digits[last-maxLast:last]] {
			if strings.HasSuffix(number, digits[:last]) {
				return []span{{places[0], places[last-1] + 1}}
			}
		}
	}
	return nil
}

// groupedDigits are digits and what stands between them in a masked number.
const groupedDigits = "0123456789 -./()"

// digitsIn returns the digits of a part of s, and where in s they stand.
func digitsIn(s string, part span) (digits string, places []int) {
	var b strings.Builder
	for i := part.start; i < part.end; i++ {
		if '0' <= s[i] && s[i] <= '9' {
			b.WriteByte(s[i])
			places = append(places, i)
		}
	}
	return b.String(), places
}
