// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// hidePaths empties the paths of diagnostics that may make a CLI print a source
// line with a secret on it. An empty path, unlike none, makes it print no line;
// it names the object all the same.
//
// In JSON a line may hold anything, other objects and the provider's credentials
// included, so there all paths are emptied. In native syntax a line holds a
// single argument, and if it is the only one of its block, also the block's
// first line, which a CLI prints for any path but that of a configured argument.
func (s *server) hidePaths(r request, diags []*tfprotov6.Diagnostic) {
	if len(diags) == 0 {
		return
	}
	o, known := s.objectOf(r)
	all := !known || !s.native()
	for _, d := range diags {
		if d != nil && (all || o.printsSecret(r, d.Attribute)) {
			d.Attribute = tftypes.NewAttributePath()
		}
	}
}

// printsSecret reports whether a path may make a CLI print a secret's line of a
// configuration in native syntax.
func (o object) printsSecret(r request, at *tftypes.AttributePath) bool {
	if len(o.secrets) == 0 {
		return false
	}
	name := argumentAt(at)
	if _, secret := o.secrets[name]; secret {
		return true
	}
	config, ok := o.decode(r.config)
	if !ok {
		// A destroy has no configuration and a refresh does not get it. What is
		// required has lines of its own if the block still exists.
		return !o.required[name]
	}
	return !hasOwnLines(config, name) && holds(config, o.isSecret)
}

// argumentAt returns the name of the argument that a path leads to or into, ""
// for none.
func argumentAt(at *tftypes.AttributePath) string {
	if at == nil || len(at.Steps()) == 0 {
		return ""
	}
	name, _ := at.Steps()[0].(tftypes.AttributeName)
	return string(name)
}

// hasOwnLines reports whether an argument is configured, so that a path to it
// makes a CLI print its lines only, and whether these hold no secret.
func hasOwnLines(config tftypes.Value, name string) bool {
	var members map[string]tftypes.Value
	if err := config.As(&members); err != nil {
		return false
	}
	value, ok := members[name]
	return ok && !value.IsNull() && !holds(value, func(_ *tftypes.AttributePath, inner tftypes.Value) bool { return hasUserInformation(inner) })
}

// decode returns the object that v holds, if it is one.
func (o object) decode(v *tfprotov6.DynamicValue) (value tftypes.Value, ok bool) {
	if v == nil || o.typ == nil {
		return value, false
	}
	value, err := v.Unmarshal(o.typ)
	return value, err == nil && !value.IsNull() && value.IsKnown()
}

// holds reports whether something in v is set that secret says is one.
func holds(v tftypes.Value, secret func(*tftypes.AttributePath, tftypes.Value) bool) bool {
	found := false
	err := tftypes.Walk(v, func(at *tftypes.AttributePath, inner tftypes.Value) (bool, error) {
		found = found || !inner.IsNull() && secret(at, inner)
		return !found, nil
	})
	return found || err != nil
}

// isSecret reports whether the value at a path is secret: by its argument, or
// as an address with user information.
func (o object) isSecret(at *tftypes.AttributePath, v tftypes.Value) bool {
	members := o.secrets
	for _, step := range at.Steps() {
		name, ok := step.(tftypes.AttributeName)
		if !ok { // an element, of what has the same members in each
			continue
		}
		a, ok := members[string(name)]
		if !ok {
			break
		}
		if a.secret {
			return a.delicate == "" || textHas(v, a.delicate)
		}
		members = a.members
	}
	return hasUserInformation(v)
}

// hasUserInformation reports whether v is an address with user information, or
// looks like one.
func hasUserInformation(v tftypes.Value) bool { return textHas(v, "@") && textHas(v, "/") }

// textHas reports whether v is a known text with one of the characters.
func textHas(v tftypes.Value, characters string) bool {
	var text string
	return v.Type().Is(tftypes.String) && v.IsKnown() && v.As(&text) == nil && strings.ContainsAny(text, characters)
}
