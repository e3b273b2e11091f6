// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	variable    = regexp.MustCompile(`\bvar\.([a-z0-9_]+)`)
	declaration = regexp.MustCompile(`(?m)^(resource|data|ephemeral) "([a-z0-9_]+)" "([a-z0-9_]+)"`)
)

// withContext completes a block of a page with what a reader knows at that point:
// the earlier blocks that declare what it refers to, and input variables of any
// type.
func withContext(text string, before []string) string {
	for i := len(before) - 1; i >= 0; i-- {
		if declaresMissing(before[i], text) {
			text = before[i] + "\n" + text
		}
	}
	added := map[string]bool{}
	for _, match := range variable.FindAllStringSubmatch(text, -1) {
		name := match[1]
		if !added[name] && !strings.Contains(text, fmt.Sprintf("variable %q", name)) {
			added[name] = true
			text += fmt.Sprintf("\nvariable %q {}\n", name)
		}
	}
	return text
}

// declaresMissing reports whether a block declares something that text refers to
// and does not declare itself, and nothing that text declares.
func declaresMissing(earlier, text string) bool {
	missing := false
	for _, d := range declaration.FindAllStringSubmatch(earlier, -1) {
		if strings.Contains(text, d[0]) {
			return false
		}
		reference := d[2] + "." + d[3]
		if d[1] != "resource" {
			reference = d[1] + "." + reference
		}
		missing = missing || regexp.MustCompile(`\b`+regexp.QuoteMeta(reference)+`\b`).MatchString(text)
	}
	return missing
}
