// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command pagelinks leads the links of the generated pages to the files of one version on GitHub:
// the newest of the changelog or, if that is not released, the branch main. A registry serves the
// pages of old versions, too.
package main

import (
	"errors"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	changelog, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		log.Fatal(err)
	}
	files, err := newest(string(changelog))
	if err != nil {
		log.Fatal(err)
	}

	err = filepath.WalkDir("docs", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(lead(string(page), files)), 0o600) // keeps the mode of the file
	})
	if err != nil {
		log.Fatal(err)
	}
}

var version = regexp.MustCompile(`(?m)^## (\S+) \((.*)\)$`)

// newest returns the tag of the newest version in a changelog, or main if it is not released.
func newest(changelog string) (string, error) {
	heading := version.FindStringSubmatch(changelog)
	switch {
	case heading == nil:
		return "", errors.New("CHANGELOG.md has no version")
	case heading[2] == "Unreleased":
		return "main", nil
	default:
		return "v" + heading[1], nil
	}
}

var onMain = regexp.MustCompile(`(/terraform-provider-paymentservice/(?:(?:blob|tree)/)?)main/`)

// lead returns a page whose links lead to other files than those of main.
func lead(page, files string) string {
	return onMain.ReplaceAllString(page, "${1}"+files+"/")
}
