// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package protocol holds what all wrappers around the provider's plugin
// protocol server have in common.
package protocol

import "github.com/hashicorp/terraform-plugin-go/tfprotov6"

// Server is every service that tf6server looks for in a provider. Those beyond
// the first are found by type assertion, so a wrapper that left one out would
// hide it.
type Server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// Wrap returns a factory of servers that wrap makes around those of inner. A
// server without all services is returned as it is.
func Wrap(inner func() tfprotov6.ProviderServer, wrap func(Server) tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer {
		wrapped := inner()
		if full, ok := wrapped.(Server); ok {
			return wrap(full)
		}
		return wrapped
	}
}
