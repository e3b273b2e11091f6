// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The forms of a source. In each, an argument of a block has lines of its own: in JSON
// on one line, any argument may be printed.
const (
	hcl      = "HCL"
	hclShort = "HCL, objects on one line"
	inLines  = "JSON"
)

// mistakes are made with each argument of each object. The CLI reports most of them
// before it asks the provider.
var mistakes = map[string]func(in block, name string){
	isMissing:   func(in block, name string) { delete(in, name) },
	isNull:      func(in block, name string) { in[name] = nil },
	isWrongType: func(in block, name string) { in[name] = []any{in[name]} },
	isMisspelt:  func(in block, name string) { in[name+"s"] = in[name]; delete(in, name) },
	isRefused: func(in block, name string) {
		if text, ok := in[name].(string); ok {
			in[name] = "\a" + text // no argument accepts a control character
		}
	},
}

const (
	isMissing   = "is missing"
	isNull      = "is null"
	isWrongType = "has the wrong type"
	isMisspelt  = "is misspelt"
	isRefused   = "has a wrong value"
)

// isKnown reports whether a CLI is known to print a line with a secret because of a
// mistake with an argument, as SECURITY.md says. No provider can change that, since
// the object of the filters in card must be an attribute.
func (s source) isKnown(form string) bool {
	inObject := strings.HasPrefix(s.argument, "card.") && !strings.HasSuffix(s.object, "_token")
	switch s.mistake {
	case isMissing:
		return inObject
	case isNull:
		return inObject && form == hclShort // Terraform 1.16
	case isRefused:
		return false
	}
	return inObject || s.isSensitive
}

// source is a configuration of an object with one mistake.
type source struct {
	object, argument, mistake string
	isSensitive               bool
	body                      block
}

// marked is the secret of a source.
func marked(i int) string { return fmt.Sprintf("s3cr3t-%d-", i) }

// sources has every mistake with every argument of the objects that have secrets.
func sources() (all []source) {
	objects := slices.Collect(maps.Values(withSecrets()))
	objects = append(objects, operation{
		object: "provider paymentservice", configs: []config{`{"secret": "$secret", "app_token": "$app token", "max_retries": 1}`},
	})
	for _, o := range objects {
		each(o.configs[0].decoded(), "", func(in block, argument, at string) {
			text, _ := in[argument].(string)
			for mistake, change := range mistakes {
				secret := fmt.Sprintf("%q", marked(len(all)))
				changed := config(secretName.ReplaceAllString(string(o.configs[0]), secret)).decoded()
				each(changed, "", func(in block, argument, path string) {
					if path == at {
						change(in, argument)
					}
				})
				all = append(all, source{o.object, at, mistake, strings.HasPrefix(text, "$"), changed})
			}
		})
	}
	return all
}

// writeObject writes the configuration of an object, such as a resource.
func writeObject(b *strings.Builder, object, label string, body block, form string) {
	kind, name, _ := strings.Cut(object, " ")
	if kind == "provider" {
		fmt.Fprintf(b, "data \"paymentservice_webhooks\" %q {\n  provider = paymentservice.%s\n  store_id = %q\n}\n", label, label, fakeservice.DefaultStoreID)
		fmt.Fprintf(b, "provider %q {\n  alias = %q\n", name, label)
	} else {
		fmt.Fprintf(b, "%s %q %q {\n", kind, name, label)
	}
	writeBody(b, body, "  ", form)
	b.WriteString("}\n")
}

func writeBody(b *strings.Builder, in block, indent, form string) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if inner, ok := strings.CutPrefix(name, "+"); ok {
			fmt.Fprintf(b, "%s%s {\n", indent, inner)
			members, _ := in[name].(block)
			writeBody(b, members, indent+"  ", form)
			fmt.Fprintf(b, "%s}\n", indent)
			continue
		}
		fmt.Fprintf(b, "%s%s = %s\n", indent, name, encoded(in[name], form == hclShort))
	}
}

func encoded(v any, oneLine bool) string {
	text, _ := json.MarshalIndent(v, "", " ") // what came from JSON always marshals
	if oneLine {
		text, _ = json.Marshal(v)
	}
	return string(text)
}

// written writes the source in one of the forms.
func (s source) written(label, form string) string {
	if form != inLines {
		var b strings.Builder
		writeObject(&b, s.object, label, s.body, form)
		return b.String()
	}
	kind, name, _ := strings.Cut(s.object, " ")
	file := block{kind: block{name: block{label: s.body}}}
	if kind == "provider" {
		asks := block{"provider": name + "." + label, "store_id": fakeservice.DefaultStoreID}
		s.body["alias"] = label
		file = block{kind: block{name: s.body}, "data": block{"paymentservice_webhooks": block{label: asks}}}
	}
	return strings.ReplaceAll(encoded(file, false), `"+`, `"`)
}

// TestAccSecrecy_lines makes each mistake with each argument beside a secret. No line
// with the secret is printed, except for the known ones.
func TestAccSecrecy_lines(t *testing.T) {
	t.Parallel()

	for _, form := range []string{hcl, hclShort, inLines} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			_, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			all := sources()
			suffix := ".tf"
			if form == inLines {
				suffix = ".tf.json"
			}
			for i, s := range all { // in a file of its own: for each message, a CLI reads a file from the beginning
				label := fmt.Sprintf("i%d", i)
				cli.Write(label+suffix, s.written(label, form))
			}
			said, _ := cli.Try("validate")
			if errors := strings.Count(said, "Error:"); errors < len(all)/3 {
				t.Errorf("only %d of %d mistakes were reported", errors, len(all))
			}
			for i, s := range all {
				if strings.Contains(said, marked(i)) && !s.isKnown(form) {
					t.Errorf("if %s of the %s %s, the CLI prints a line with a secret", s.argument, s.object, s.mistake)
				}
			}
		})
	}
}
