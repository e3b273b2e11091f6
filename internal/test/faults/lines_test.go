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
		each(o.configs[0], "", func(blank string, value any) {
			_, isText := value.(string)
			_, isSecret := value.(secret)
			isPassedOn := strings.HasPrefix(blank, "paidy.") // to the service, also if it is blank
			if !isText && !isSecret || isPassedOn {
				return
			}
			wrong := o
			wrong.configs = []acctest.Values{replaced(o.configs[0], "", func(path string, value any) any {
				if path == blank {
					return " "
				}
				return value
			})}
			synctest.Test(t, func(t *testing.T) {
				diags := wrong.do(t.Context(), newHarness(t, nil).protocol, secrets)
				if diags.Errors() == "" {
					t.Errorf("%s: a blank %s is accepted", doing, blank)
				}
				for _, d := range diags {
					if !isConfigured(o.configs[0], pathOf(d)) || atSecret(p, o.object, d) {
						t.Errorf("%s: if %s is blank, %q is at %q", doing, blank, d.Detail, pathOf(d))
					}
				}
			})
		})
	}
}

// isConfigured reports whether a configuration has an argument, or a block, at a path. The empty path is
// that of the whole.
func isConfigured(config acctest.Values, path string) bool {
	found := path == ""
	each(config, "", func(at string, _ any) {
		found = found || strings.HasPrefix(at+".", path+".")
	})
	return found
}

// atSecret reports whether a diagnostic of an object is at a sensitive argument.
func atSecret(p *acctest.Protocol, o object, d *tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(registered(p.Schemas)[o], func(secret string) bool {
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
