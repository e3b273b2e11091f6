// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package guard stands between the CLI and the provider. A panic in a call
// becomes a diagnostic that holds no value, and no diagnostic, not even one of
// the framework's own, has a path that makes a CLI print the source line of a
// secret.
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
}

// Wrap returns a factory of servers that guard those of inner.
func Wrap(inner func() tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return protocol.Wrap(inner, func(s protocol.Server) tfprotov6.ProviderServer {
		return &server{s, sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse { return schemasOf(s) })}
	})
}
