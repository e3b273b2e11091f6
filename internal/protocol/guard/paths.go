// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// hidePaths empties the paths of diagnostics that would make a CLI print a
// source line with a secret on it: the line that a path leads to, for some
// paths all of the argument around it, and if a whole object stands on one line
// (as in a .tf.json file), that line for any path and for none. An empty path,
// unlike none, makes it print no line; it names the object all the same.
func (s *server) hidePaths(r request, diags []*tfprotov6.Diagnostic) {
	if len(diags) == 0 {
		return
	}
	o, known := s.objectOf(r)
	all := !known || o.mayHoldSecret(r)
	for _, d := range diags {
		if d != nil && (all || o.leadsToSecret(d.Attribute)) {
			d.Attribute = tftypes.NewAttributePath()
		}
	}
}

// leadsToSecret reports whether a path leads to an argument that is secret or
// has a secret inside, configured or not.
func (o object) leadsToSecret(at *tftypes.AttributePath) bool {
	if at == nil || len(at.Steps()) == 0 {
		return false
	}
	name, ok := at.Steps()[0].(tftypes.AttributeName)
	_, secret := o.secrets[string(name)]
	return ok && secret
}

// mayHoldSecret reports whether the user's configuration of the object has a
// secret in it. If that can't be told, it may have.
func (o object) mayHoldSecret(r request) bool {
	if len(o.secrets) == 0 {
		return false
	}
	if config, ok := o.decode(r.config); ok {
		return holds(config, o.isSecret)
	}
	// A destroy has no configuration and a refresh does not get it. What was
	// applied last is in the state, where the version stands for a token that is
	// never kept.
	if state, ok := o.decode(r.state); ok {
		return holds(state, o.isSecretInState)
	}
	return true
}

// decode returns the object that v holds, if it is one.
func (o object) decode(v *tfprotov6.DynamicValue) (value tftypes.Value, ok bool) {
	if v == nil {
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
	return textHas(v, "@") && textHas(v, "/")
}

func (o object) isSecretInState(at *tftypes.AttributePath, v tftypes.Value) bool {
	if o.isSecret(at, v) {
		return true
	}
	steps := at.Steps()
	if len(steps) != 1 {
		return false
	}
	name, _ := steps[0].(tftypes.AttributeName)
	argument, found := strings.CutSuffix(string(name), "_version")
	return found && o.secrets[argument].secret
}

// textHas reports whether v is a known text with one of the characters.
func textHas(v tftypes.Value, characters string) bool {
	var text string
	return v.Type().Is(tftypes.String) && v.IsKnown() && v.As(&text) == nil && strings.ContainsAny(text, characters)
}
