// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package splice lets a data source or an ephemeral resource hand over one long list as finished
// MessagePack, past the framework, which would otherwise walk every element of it several times.
// The wrapped server puts an empty Slot into the context of each call. The implementation leaves
// its attribute null and Puts a List into the slot; InsertInto adds it to the framework's response.
package splice

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
)

// MaxMessage is the most bytes that a provider can send to the CLI at once.
const MaxMessage = 256 << 20

// List is the value of a top-level list attribute.
type List struct {
	Attribute string   // the name of the attribute
	Len       int      // the number of elements
	Chunks    [][]byte // the MessagePack of the elements in order, cut anywhere
}

// Slot is the place where a call may Put one list.
type Slot struct {
	list *List // nil if there is none
}

type contextKey struct{}

// NewContext returns a context for a call, and its slot.
func NewContext(ctx context.Context) (context.Context, *Slot) {
	slot := &Slot{}
	return context.WithValue(ctx, contextKey{}, slot), slot
}

// Put hands over the list of the call that ctx belongs to.
func Put(ctx context.Context, list *List) {
	slot := ctx.Value(contextKey{}).(*Slot) //nolint:forcetypeassert // every call has one, by NewContext
	slot.list = list
}

// InsertInto returns an object with the list in the slot, if there is one, as its attribute. It empties the list.
func (s *Slot) InsertInto(object *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	if s.list == nil {
		return object, nil
	}
	return s.list.insertInto(object)
}

func (l *List) insertInto(object *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	var attributes map[string]msgpack.RawMessage // in which null is nil, and nil is written as null
	err := msgpack.Unmarshal(object.MsgPack, &attributes)
	current, isAttribute := attributes[l.Attribute]
	isNull := isAttribute && current == nil
	if err != nil || !isNull {
		return nil, fmt.Errorf("the provider's answer is no object with an attribute %q that is null", l.Attribute)
	}

	out := bytes.NewBuffer(make([]byte, 0, len(object.MsgPack)+l.size()))
	enc := msgpack.NewEncoder(out) // nothing that is written to memory fails
	_ = enc.EncodeMapLen(len(attributes))
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		_ = enc.EncodeString(name)
		if name == l.Attribute {
			l.writeTo(out, enc)
		} else {
			_ = enc.Encode(attributes[name])
		}
	}
	return &tfprotov6.DynamicValue{MsgPack: out.Bytes()}, nil
}

// size returns the most bytes that the list takes.
func (l *List) size() int {
	const longestHeader = 5
	size := longestHeader
	for _, chunk := range l.Chunks {
		size += len(chunk)
	}
	return size
}

// writeTo writes the list, and lets go of each chunk: there is not enough memory for two long lists.
func (l *List) writeTo(out *bytes.Buffer, enc *msgpack.Encoder) {
	_ = enc.EncodeArrayLen(l.Len)
	for i, chunk := range l.Chunks {
		out.Write(chunk)
		l.Chunks[i] = nil
	}
}
