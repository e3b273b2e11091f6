// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// NameSuggestion returns the known name that a given one probably means: it differs from it only in
// letter case, or in at most two letters that are missing, added or replaced. It returns an empty
// text if the given name is a known one, or resembles none.
func NameSuggestion(given string, known []string) string {
	if slices.Contains(known, given) {
		return ""
	}

	for _, name := range known {
		if levenshtein.Distance(strings.ToLower(given), strings.ToLower(name), nil) <= 2 {
			return name
		}
	}
	return ""
}
