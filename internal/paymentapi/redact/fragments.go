// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"strings"
	"unicode"
)

// A service often shows only a part of a credential, in many forms. The lengths
// below, in bytes, tell such a part from a word that means something else.
const (
	minCredential = 12 // of a credential whose parts are looked for
	minRun        = 8  // of a part that looks random, or stands beside a mark
	minPlainRun   = 12 // of any part
	minEnd        = 3  // of each of two ends with a mark between them
	maxEnd        = 64
)

// maxPlaces limits how many places of one window are tried: a credential may
// repeat itself, and many may begin alike.
const maxPlaces = 4

// fragments finds parts of credentials. The zero value is empty.
type fragments struct {
	windows map[string][]place
	heads   map[string][]*text // by their first minEnd bytes
}

// place is where a window stands in a credential.
type place struct {
	credential *text
	at         int
}

func (f *fragments) add(credential string) {
	t := newText(credential)
	if len(t.folded) < minCredential {
		return
	}
	if f.windows == nil {
		f.windows, f.heads = map[string][]place{}, map[string][]*text{}
	}
	for at := range len(t.folded) - minRun + 1 {
		window := t.folded[at : at+minRun]
		if places := f.windows[window]; len(places) < maxPlaces {
			f.windows[window] = append(places, place{t, at})
		}
	}
	f.heads[t.folded[:minEnd]] = append(f.heads[t.folded[:minEnd]], t)
}

func (f *fragments) find(t *text) []span {
	if f.windows == nil {
		return nil
	}
	return append(f.findRuns(t), f.findEnds(t)...)
}

// findRuns returns the parts of t that are consecutive characters of a
// credential.
func (f *fragments) findRuns(t *text) []span {
	var found []span
	for from := 0; from+minRun <= len(t.folded); {
		next := from + 1
		for _, p := range f.windows[t.folded[from:from+minRun]] {
			start, end := p.run(t.folded, from)
			if length := end - start; length >= minPlainRun || length >= minRun && (t.besideMark(start, end) || p.looksRandom(start-from, end-from)) {
				found = append(found, t.span(start, end))
			}
			next = max(next, end-minRun+1)
		}
		from = next
	}
	return found
}

// run returns how far s is the same as the credential around a window that
// begins at from in s, without spaces at the ends.
func (p place) run(s string, from int) (start, end int) {
	credential := p.credential.folded
	start, end = from, from+minRun
	for p.at-(from-start) > 0 && start > 0 && s[start-1] == credential[p.at-(from-start)-1] {
		start--
	}
	for p.at+end-from < len(credential) && end < len(s) && s[end] == credential[p.at+end-from] {
		end++
	}
	run := s[start:end]
	return start + len(run) - len(strings.TrimLeft(run, " ")), end - len(run) + len(strings.TrimRight(run, " "))
}

// looksRandom reports whether the part of the credential, in bytes from the
// place, is not made of words: it has a letter and a digit, or a capital letter
// after a small one.
func (p place) looksRandom(start, end int) bool {
	part := p.credential.span(p.at+start, p.at+end)
	var letter, digit, small bool
	for _, r := range p.credential.original[part.start:part.end] {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
		letter = letter || unicode.IsLetter(r)
		digit = digit || unicode.IsDigit(r)
	}
	return letter && digit
}

// findEnds returns the parts of t that are the first characters of a credential,
// a mark and its last ones.
func (f *fragments) findEnds(t *text) []span {
	var found []span
	for _, mark := range t.marks {
		for start := mark.start - minEnd; start >= max(0, mark.start-maxEnd); start-- {
			head := t.folded[start:mark.start]
			for _, credential := range f.heads[head[:minEnd]] {
				if !strings.HasPrefix(credential.folded, head) {
					continue
				}
				if tail := endIn(t.folded[mark.end:], credential.folded); tail >= minEnd && len(head)+tail >= minRun {
					found = append(found, t.span(start, mark.end+tail))
				}
			}
		}
	}
	return found
}

// endIn returns how many of the last bytes of a credential s begins with.
func endIn(s, credential string) int {
	for length := min(len(s), len(credential), maxEnd); length >= minEnd; length-- {
		if strings.HasPrefix(s, credential[len(credential)-length:]) {
			return length
		}
	}
	return 0
}
