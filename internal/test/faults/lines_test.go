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

// block is what is configured in a block or an object. The name of a nested block
// begins with a +, and the value of a sensitive argument is secret.
type block = map[string]any

const secret = "secret"

var (
	filtering = `{"phone": "secret", "metadata": "secret", "extra_filters": {"email": "secret"}, "currency": "JPY",
		"card": {"name": "secret", "last_four": "secret", "exp_month": 7, "exp_year": 2031}}`

	// withSecretsIn has the objects with sensitive arguments, which are all configured.
	withSecretsIn = map[string]string{
		"provider paymentservice":            `{"secret": "secret", "app_token": "secret", "max_retries": 1}`,
		"resource paymentservice_webhook":    `{"store_id": "` + fakeservice.DefaultStoreID + `", "webhook_id": "` + webhookID + `", "auth_token": "secret", "auth_token_wo": "secret", "auth_token_wo_version": 1}`,
		"data paymentservice_charges":        filtering,
		"data paymentservice_charge_summary": filtering,
		"ephemeral paymentservice_charges":   filtering,
		"ephemeral paymentservice_transaction_token": `{"type": "one_time", "email": "secret", "paidy": {"token": "secret"},
			"+card": {"card_number": "secret", "cardholder": "secret", "city": "secret", "country": "JP", "cvv": "secret", "exp_month": "secret", "exp_year": "secret",
				"line1": "secret", "line2": "secret", "state": "secret", "zip": "secret", "+phone_number": {"country_code": "81", "local_number": "secret"}},
			"+konbini": {"customer_name": "secret", "convenience_store": "lawson", "+phone_number": {"country_code": "81", "local_number": "secret"}},
			"+online": {"brand": "pay_pay_online", "call_method": "http_post", "user_identifier": "secret"}}`,
	}
)

// The forms of a source. In each, an argument of a block has lines of its own: in JSON
// on one line, any argument may be printed.
const (
	hcl      = "HCL"
	hclShort = "HCL, objects on one line"
	inLines  = "JSON"
)

// mistakes are made with each argument of each object. The CLI reports them before it
// asks the provider, except for a null, which the framework reports.
var mistakes = map[string]func(in block, name string){
	isMissing:   func(in block, name string) { delete(in, name) },
	isNull:      func(in block, name string) { in[name] = nil },
	isWrongType: func(in block, name string) { in[name] = []any{in[name]} },
	isMisspelt:  func(in block, name string) { in[name+"s"] = in[name]; delete(in, name) },
}

const (
	isMissing   = "is missing"
	isNull      = "is null"
	isWrongType = "has the wrong type"
	isMisspelt  = "is misspelt"
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
	}
	return inObject || s.isSensitive
}

// each calls f for every argument in a block, with its path.
func each(in block, path string, f func(in block, name, path string)) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		at := strings.TrimPrefix(path+"."+strings.TrimPrefix(name, "+"), ".")
		if inner, ok := in[name].(block); ok {
			each(inner, at, f)
		} else {
			f(in, name, at)
		}
	}
}

// source is a configuration of an object with one mistake.
type source struct {
	kind, object, argument, mistake string
	isSensitive                     bool
	body                            block
}

// marked is the secret of a source.
func marked(i int) string { return fmt.Sprintf("s3cr3t-%d-", i) }

func sources(t *testing.T) (all []source) {
	t.Helper()
	read := func(text string) (b block) {
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, object := range slices.Sorted(maps.Keys(withSecretsIn)) {
		kind, name, _ := strings.Cut(object, " ")
		each(read(withSecretsIn[object]), "", func(in block, argument, at string) {
			for _, mistake := range slices.Sorted(maps.Keys(mistakes)) {
				changed := read(strings.ReplaceAll(withSecretsIn[object], `: "secret"`, fmt.Sprintf(": %q", marked(len(all)))))
				each(changed, "", func(in block, argument, path string) {
					if path == at {
						mistakes[mistake](in, argument)
					}
				})
				all = append(all, source{kind, name, at, mistake, in[argument] == secret, changed})
			}
		})
	}
	return all
}

// writeHCL writes what is in a block.
func writeHCL(b *strings.Builder, in block, indent, form string) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if inner, ok := strings.CutPrefix(name, "+"); ok {
			fmt.Fprintf(b, "%s%s {\n", indent, inner)
			members, _ := in[name].(block)
			writeHCL(b, members, indent+"  ", form)
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

// asking is a data source that makes the CLI validate a provider.
func asking(alias string) block {
	return block{"provider": "paymentservice." + alias, "store_id": fakeservice.DefaultStoreID}
}

func writtenInHCL(all []source, form string) string {
	var b strings.Builder
	for i, s := range all {
		name := fmt.Sprintf("i%d", i)
		if s.kind == "provider" {
			fmt.Fprintf(&b, "data \"paymentservice_webhooks\" %q {\n  provider = paymentservice.%s\n  store_id = %q\n}\n", name, name, fakeservice.DefaultStoreID)
			fmt.Fprintf(&b, "provider %q {\n  alias = %q\n", s.object, name)
		} else {
			fmt.Fprintf(&b, "%s %q %q {\n", s.kind, s.object, name)
		}
		writeHCL(&b, s.body, "  ", form)
		b.WriteString("}\n")
	}
	return b.String()
}

func writtenInJSON(all []source) string {
	var file []block
	for i, s := range all {
		name := fmt.Sprintf("i%d", i)
		if s.kind == "provider" {
			s.body["alias"] = name
			file = append(file, block{s.kind: block{s.object: s.body}}, block{"data": block{"paymentservice_webhooks": block{name: asking(name)}}})
		} else {
			file = append(file, block{s.kind: block{s.object: block{name: s.body}}})
		}
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
			all := sources(t)
			if form == inLines {
				cli.Write("main.tf.json", writtenInJSON(all))
			} else {
				cli.Write("main.tf", writtenInHCL(all, form))
			}
			said, _ := cli.Try("validate")
			if errors := strings.Count(said, "Error:"); errors < len(all)/2 {
				t.Errorf("only %d of %d mistakes were reported", errors, len(all))
			}
			for i, s := range all {
				if strings.Contains(said, marked(i)) && !s.isKnown(form) {
					t.Errorf("if %s of the %s %s %s, the CLI prints a line with a secret", s.argument, s.object, s.kind, s.mistake)
				}
			}
		})
	}
}
