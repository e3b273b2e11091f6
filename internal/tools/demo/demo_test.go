// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestScreen_fits(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := &screen{out: &out}
	words := strings.Repeat("webhook, ", 40)
	s.say("%s", words)
	s.good("%s", words)
	s.quote("      " + words)
	s.good(`one update: {"url":"%s","triggers":["charge_finished","refund_finished"]}`, strings.Repeat("a", 60))
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if got := strings.Count(out.String(), "webhook"); got != 120 {
		t.Errorf("%d of 120 words were printed:\n%s", got, out.String())
	}
}
