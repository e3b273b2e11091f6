// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"bytes"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// theProvider is the subject of calls about the provider's own configuration.
const theProvider = "the provider"

// secretArguments names, for each type of object, the arguments that hold
// secrets.
var secretArguments = map[string][]string{
	theProvider:                        {"app_token", "secret"},
	"paymentservice_charge_summary":    {"card", "phone"},
	"paymentservice_charges":           {"card", "phone"},
	"paymentservice_transaction_token": {"card", "paidy"},
	"paymentservice_webhook":           {"auth_token", "auth_token_wo"},
}

// delicateArguments names those whose wrong values may hold one.
var delicateArguments = map[string][]string{
	theProvider: {"base_url"},
}

// besideSecrets names the arguments that tell of a secret which a state does
// not have.
var besideSecrets = map[string][]string{
	"paymentservice_webhook": {"auth_token_wo_version"},
}

// hidePaths empties the paths of diagnostics that would make a CLI print a
// source line with a secret on it: the line that a path leads to, for some
// paths all of the argument around it, and where a whole object stands on one
// line (as in a .tf.json file), that line for any path and for none. An empty
// path, unlike none, makes it print no line; it names the object all the same.
func hidePaths(subject string, config *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) {
	secret := secretArguments[subject]
	all := len(secret) > 0 && mayHold(config, slices.Concat(secret, besideSecrets[subject]))
	for _, d := range diags {
		if d != nil && (all || leadsTo(secret, d.Attribute) || leadsTo(delicateArguments[subject], d.Attribute)) {
			d.Attribute = tftypes.NewAttributePath()
		}
	}
}

func leadsTo(arguments []string, at *tftypes.AttributePath) bool {
	if at == nil || len(at.Steps()) == 0 {
		return false
	}
	name, ok := at.Steps()[0].(tftypes.AttributeName)
	return ok && slices.Contains(arguments, string(name))
}

// planned is what is configured as far as a plan shows it. The plan of a destroy
// has no configuration, but the state has what was configured.
func planned(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.DynamicValue {
	if isNull(req.Config) && isNull(req.ProposedNewState) {
		return req.PriorState
	}
	return req.Config
}

func isNull(v *tfprotov6.DynamicValue) bool {
	return v != nil && len(v.MsgPack) > 0 && v.MsgPack[0] == msgpcode.Nil
}

// mayHold reports whether one of the arguments is configured. If that cannot be
// told, it may be.
func mayHold(config *tfprotov6.DynamicValue, arguments []string) bool {
	if config == nil || len(config.MsgPack) == 0 {
		return true
	}
	decoder := msgpack.NewDecoder(bytes.NewReader(config.MsgPack))
	length, err := decoder.DecodeMapLen()
	if err != nil || length < 0 {
		return true
	}
	for range length {
		name, err := decoder.DecodeString()
		if err != nil {
			return true
		}
		code, err := decoder.PeekCode()
		if err != nil || code != msgpcode.Nil && slices.Contains(arguments, name) {
			return true
		}
		if decoder.Skip() != nil {
			return true
		}
	}
	return false
}
