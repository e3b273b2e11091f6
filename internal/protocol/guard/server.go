// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package guard stands between the CLI and the provider. A panic in a call
// becomes a diagnostic that holds no value. No diagnostic, not even one of the
// framework's own, has a path that makes a CLI print the source line of a
// secret, and none calls a wrong number a mistake of the provider.
package guard

import (
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
)

// server guards all calls that this provider has a use for. The others
// (functions, state stores) pass through.
type server struct {
	protocol.Server

	// schemas is asked for only when something is said.
	schemas func() *tfprotov6.GetProviderSchemaResponse
	// native reports whether the configuration is certainly in native syntax
	// only. It too is asked for only when something is said.
	native func() bool
}

// Wrap returns a factory of servers that guard those of inner. What native
// reports, NativeSyntax tells of a CLI.
func Wrap(inner func() tfprotov6.ProviderServer, native func() bool) func() tfprotov6.ProviderServer {
	native = sync.OnceValue(native)
	return protocol.Wrap(inner, func(s protocol.Server) tfprotov6.ProviderServer {
		return &server{s, sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse { return schemasOf(s) }), native}
	})
}
