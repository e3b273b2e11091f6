// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var title = regexp.MustCompile(`"((?:Unable|Invalid|Missing|Unexpected|Webhook|Provider|Transaction|List|Fewer|Conflicting)(?: [A-Za-z]+)+)"`)

// The guide to what goes wrong leaves out no message but those of the validators
// that come with a library, and says so.
func TestGuide_namesEveryMessage(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(root, "templates/guides/when-things-go-wrong.md"))
	found := map[string]bool{}
	for _, path := range files(t, "internal", ".go") {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/test/fakeservice/") {
			continue
		}
		for _, match := range title.FindAllStringSubmatch(read(t, filepath.Join(root, path)), -1) {
			if text := match[1]; !found[text] && !strings.Contains(guide, text) {
				t.Errorf("the guide does not name %q of %s", text, path)
			}
			found[match[1]] = true
		}
	}
	if !strings.Contains(guide, "titles that begin with *Invalid Attribute*, explain themselves") {
		t.Error("the guide does not say which messages it leaves out")
	}
	if len(found) < 30 {
		t.Errorf("found %d messages only; are they written otherwise now?", len(found))
	}
}

// A reader sees the commands of the README in 80 columns without scrolling.
func TestREADME_commandsFit(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(read(t, filepath.Join(root, "README.md"))) {
		for line := range strings.Lines(b.text) {
			if line = strings.TrimSuffix(line, "\n"); b.language == "shell" && len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}
