// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// TestSourceLines leaves each text blank of each object that has secrets. Beside a
// diagnostic, a CLI prints the lines of the argument at its path, or the beginning of the
// block if there is no such argument. So its path is empty, or that of an argument that is
// configured and not sensitive.
func TestSourceLines(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	for doing, o := range withSecrets() {
		each(o.configs[0].decoded(), "", func(in block, name, blank string) {
			if _, isText := in[name].(string); !isText || strings.HasPrefix(blank, "paidy.") { // paidy is passed on as it is
				return
			}
			body, configured := o.configs[0].decoded(), map[string]bool{"": true}
			each(body, "", func(in block, name, path string) {
				if path == blank {
					in[name] = " "
				}
				for at := path; at != ""; at = at[:max(strings.LastIndex(at, "."), 0)] {
					configured[at] = true
				}
			})
			wrong := o
			wrong.configs = []config{config(encoded(body))}
			synctest.Test(t, func(t *testing.T) {
				diags := wrong.do(t.Context(), newHarness(t, nil).protocol, secrets)
				if diags.Errors() == "" {
					t.Errorf("%s: a blank %s is accepted", doing, blank)
				}
				for _, d := range diags {
					if !configured[pathOf(d)] || atSecret(p, o.object, d) {
						t.Errorf("%s: if %s is blank, %q is at %q", doing, blank, d.Detail, pathOf(d))
					}
				}
			})
		})
	}
}

// atSecret reports whether a diagnostic of an object is at a sensitive argument.
func atSecret(p *acctest.Protocol, object string, d *tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(registered(p.Schemas)[object], func(secret string) bool {
		return strings.HasPrefix(pathOf(d)+".", secret+".")
	})
}

// pathOf returns the names on the path of a diagnostic.
func pathOf(d *tfprotov6.Diagnostic) string {
	var names []string
	for _, step := range d.Attribute.Steps() {
		if name, ok := step.(tftypes.AttributeName); ok {
			names = append(names, string(name))
		}
	}
	return strings.Join(names, ".")
}
