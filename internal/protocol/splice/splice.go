// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package splice lets a data source or an ephemeral resource hand over one long
// list as finished MessagePack, past the framework, which would otherwise walk
// every element of it several times.
//
// The wrapped server puts an empty List into the context of each call. The
// implementation leaves its attribute null and Puts the rows there; the wrapper
// writes them into the response that the framework has built.
package splice

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"
)

// MaxMessage is the size in bytes of the longest answer that a provider can
// send to the CLI.
const MaxMessage = 256 << 20

// MaxValue is the size in bytes of the longest value that fits into an answer, beside
// whatever else is in it.
const MaxValue = MaxMessage - 1<<20

// List is the value of a top-level list attribute, which the implementation leaves
// null: the number of its encoded elements, and their MessagePack in order, cut anywhere.
type List struct {
	Attribute string // empty if there is no list
	Len       int
	Chunks    [][]byte
}

type contextKey struct{}

// NewContext returns a context for a call that may Put a list into l.
func NewContext(ctx context.Context, l *List) context.Context {
	return context.WithValue(ctx, contextKey{}, l)
}

// Put hands over the list of the call that ctx belongs to.
func Put(ctx context.Context, list *List) {
	*ctx.Value(contextKey{}).(*List) = *list //nolint:forcetypeassert // every call has one, by NewContext
}

// SpliceInto returns value with the list in it. If there is an error among diags, the value
// stays as it is. A list that cannot be written is itself such an error.
func (l *List) SpliceInto(value *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	isError := func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError }
	if l.Attribute == "" || slices.ContainsFunc(diags, isError) {
		return value, diags
	}
	spliced, err := l.insert(value)
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

// insert returns value with the list in place of the null that its attribute has there. It
// empties the chunks as it copies them. Nothing that is written to memory fails.
func (l *List) insert(value *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	var attributes map[string]msgpack.RawMessage // nil for null
	if value == nil || msgpack.Unmarshal(value.MsgPack, &attributes) != nil {
		return nil, errors.New("the answer is not an object in MessagePack")
	}
	if current, ok := attributes[l.Attribute]; !ok || current != nil {
		return nil, fmt.Errorf("the answer has no attribute %q that is null", l.Attribute)
	}
	size := len(value.MsgPack) + 5 // the longest header of a list
	for _, chunk := range l.Chunks {
		size += len(chunk)
	}
	if size > MaxValue {
		return nil, fmt.Errorf("it is longer than the %d MiB that a provider can send", MaxMessage>>20)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	enc := msgpack.NewEncoder(out)
	_ = enc.EncodeMapLen(len(attributes))
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		_ = enc.EncodeString(name)
		if name != l.Attribute {
			_ = enc.Encode(attributes[name])
			continue
		}
		_ = enc.EncodeArrayLen(l.Len)
		for i, chunk := range l.Chunks {
			out.Write(chunk)
			l.Chunks[i] = nil
		}
	}
	return &tfprotov6.DynamicValue{MsgPack: out.Bytes()}, nil
}
