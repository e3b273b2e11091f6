// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "strconv"

// PageCount has the numbers that a service may report as total_hits.
type PageCount struct {
	All  int // the charges that the filters find
	Page int // those on this page
}

// TotalHitsText returns the JSON that stands for total_hits, or "" to leave it out.
type TotalHitsText func(PageCount) string

// CappedTotalHits counts no further than most, as search engines do.
func CappedTotalHits(most int) TotalHitsText {
	return func(c PageCount) string { return strconv.Itoa(min(c.All, most)) }
}

// PageTotalHits counts the charges on the page.
func PageTotalHits(c PageCount) string { return strconv.Itoa(c.Page) }

// WrongTotalHits reports more charges than there are, by the given number.
func WrongTotalHits(more int64) TotalHitsText {
	return func(c PageCount) string { return strconv.FormatInt(int64(c.All)+more, 10) }
}

// LiteralTotalHits is always the same JSON.
func LiteralTotalHits(text string) TotalHitsText { return func(PageCount) string { return text } }

func (cut chargeCut) totalHitsText(b *Behavior) string {
	switch {
	case cut.totalHits == nil:
		return ""
	case b.TotalHitsText != nil:
		return b.TotalHitsText(PageCount{All: *cut.totalHits, Page: len(cut.rows)})
	default:
		return strconv.Itoa(*cut.totalHits)
	}
}
