// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// modules are the files of configurations by the places of these. The CLI runs all of them at once, each as
// a module: most of the time of a command is spent on starting.
type modules map[string]map[string]string

// add adds a configuration, unless the CLI lacks a feature that it uses.
func (m modules) add(t *testing.T, place string, files map[string]string) {
	t.Helper()
	c := acctest.FindCLI(t)
	if feature := lacks(c, textOf(files)); feature != "" {
		t.Logf("%s has no %s, so this is left out: %s", c.Name(), feature, place)
		return
	}
	m[place] = files
}

var (
	variable = regexp.MustCompile(`(?ms)^variable "(\w+)" \{\n.*?^\}\n`)
	noName   = regexp.MustCompile(`[^a-z0-9]+`)
)

// moduleName returns the name of the module of a place.
func moduleName(place string) string {
	return noName.ReplaceAllString(strings.ToLower(place), "_")
}

// setting returns an environment variable that sets a variable of the module of a place.
func setting(place, variable, value string) string {
	return "TF_VAR_" + moduleName(place) + "_" + variable + "=" + value
}

// files returns a configuration that calls each of the modules with the variables that it needs, and has
// its outputs in one.
func (m modules) files() map[string]string {
	all := map[string]string{"terraform.tf": acctest.Requirement}
	calls := ""
	for _, place := range slices.Sorted(maps.Keys(m)) {
		name := moduleName(place)
		declared := ""
		passed := ""
		for _, match := range variable.FindAllStringSubmatch(textOf(m[place]), -1) {
			if strings.Contains(match[0], "default ") {
				continue
			}
			declared += strings.Replace(match[0], `"`+match[1], `"`+name+"_"+match[1], 1)
			passed += fmt.Sprintf("  %[2]s = var.%[1]s_%[2]s\n", name, match[1])
		}
		calls += declared
		calls += fmt.Sprintf("module %[1]q {\n  source = \"./%[1]s\"\n%[2]s}\n", name, passed)
		calls += fmt.Sprintf("output %[1]q {\n  value = module.%[1]s\n  sensitive = true\n}\n", name)

		for file, text := range m[place] {
			all[name+"/"+file] = text
		}
		if !requires.MatchString(textOf(m[place])) {
			all[name+"/terraform.tf"] = acctest.Requirement
		}
	}
	all["main.tf"] = calls
	return all
}

// figures has outputs by their names.
type figures map[string]any

// outputs returns the outputs of the last apply.
func (u user) outputs() figures {
	u.t.Helper()
	var outputs map[string]struct{ Value any }
	if err := json.Unmarshal([]byte(u.runs("output -json", outcome{})), &outputs); err != nil {
		u.t.Fatal(err)
	}
	values := figures{}
	for name, output := range outputs {
		values[name] = output.Value
	}
	return values
}

// decoded returns a value as it is decoded from JSON.
func decoded(t *testing.T, value any) (all any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}
