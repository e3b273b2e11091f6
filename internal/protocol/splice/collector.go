// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package splice lets a data source or an ephemeral resource hand over one long
// list as finished MessagePack, past the framework, which would otherwise walk
// every element of it several times.
//
// The wrapped server puts a Collector in the context of each call. The
// implementation leaves its list null and Puts the rows into the Collector; the
// wrapper writes them into the response that the framework has built.
package splice

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// List is the value of a top-level list attribute, which the implementation leaves
// null: the number of its encoded elements, and their MessagePack in order, cut anywhere.
type List struct {
	Attribute string
	Len       int
	Chunks    [][]byte
}

// Size returns the number of bytes of all elements together.
func (l *List) Size() int {
	size := 0
	for _, chunk := range l.Chunks {
		size += len(chunk)
	}
	return size
}

// Collector takes the list of one call.
type Collector struct{ list *List }

type contextKey struct{}

// NewContext returns a context that carries c.
func NewContext(ctx context.Context, c *Collector) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// Put hands over the list of the call that ctx belongs to. It is an error if nothing takes
// it.
func Put(ctx context.Context, list *List) error {
	c, ok := ctx.Value(contextKey{}).(*Collector)
	if !ok {
		return errors.New("the provider's server was not wrapped with protocol.Wrap")
	}
	c.list = list
	return nil
}

// Finish returns value with the collected list in it. If there is an error among
// diags, the value stays as it is. A list that cannot be written is itself such an
// error.
func (c *Collector) Finish(value *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	failed := slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError })
	if c.list == nil || failed {
		return value, diags
	}
	spliced, err := insert(value, c.list)
	if err != nil {
		return value, append(diags, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "Unable to Return List",
			Detail: "The list was read, but the provider could not return it: " + err.Error() + ". " +
				"No part of the list is kept. If its size is not the cause, please report this to the provider's developers.",
			Attribute: tftypes.NewAttributePath(),
		})
	}
	return spliced, diags
}
