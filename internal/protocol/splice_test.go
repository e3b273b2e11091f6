// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
)

// stub is a server whose data source and ephemeral resource answer with value, and
// hand over list, if there is one.
type stub struct {
	protocol.Server

	value *tfprotov6.DynamicValue
	list  *splice.List
	err   error
}

func (s *stub) put(ctx context.Context) error {
	if s.list != nil {
		splice.Put(ctx, s.list)
	}
	return s.err
}

func (s *stub) ReadDataSource(
	ctx context.Context, _ *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	return &tfprotov6.ReadDataSourceResponse{State: s.value}, s.put(ctx)
}

func (s *stub) OpenEphemeralResource(
	ctx context.Context, _ *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{Result: s.value}, s.put(ctx)
}

// calls are the two calls that may return a long list.
var calls = map[string]func(context.Context, tfprotov6.ProviderServer) (*tfprotov6.DynamicValue, error){
	"data source": func(ctx context.Context, s tfprotov6.ProviderServer) (*tfprotov6.DynamicValue, error) {
		resp, err := s.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{})
		return resp.State, err
	},
	"ephemeral resource": func(ctx context.Context, s tfprotov6.ProviderServer) (*tfprotov6.DynamicValue, error) {
		resp, err := s.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{})
		return resp.Result, err
	},
}

// encode returns values as MessagePack; maps have their keys sorted.
func encode(t *testing.T, value any) []byte {
	t.Helper()
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.SetSortMapKeys(true)
	enc.UseCompactInts(true)
	if err := enc.Encode(value); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func listOf(t *testing.T, elements ...any) *splice.List {
	t.Helper()
	list := &splice.List{Attribute: "charges", Len: len(elements)}
	for _, e := range elements {
		list.Chunks = append(list.Chunks, encode(t, e))
	}
	return list
}

// A list that cannot be handed over is an error, never an empty list. A failure of the framework
// is passed on.
func TestSplice(t *testing.T) {
	t.Parallel()
	many := make([]any, 70_000)
	for i := range many {
		many[i] = i
	}
	object := func(charges any) map[string]any {
		return map[string]any{"a": "x", "charges": charges, "total_hits": 2}
	}
	for name, tt := range map[string]struct {
		value any   // the framework's answer
		list  []any // nil for no list
		want  any
		fails bool
	}{
		"elements": {
			value: object(nil),
			list:  []any{"x", 1, nil},
			want:  object([]any{"x", 1, nil}),
		},
		"no elements": {
			value: object(nil),
			list:  []any{},
			want:  object([]any{}),
		},
		"many elements": {
			value: object(nil),
			list:  many,
			want:  object(many),
		},
		"no list": {
			value: object(nil),
			want:  object(nil),
		},
		"the attribute has a value": {
			value: object("y"),
			list:  []any{"x"},
			fails: true,
		},
		"there is no such attribute": {
			value: map[string]any{"a": 1},
			list:  []any{"x"},
			fails: true,
		},
		"the answer is no object": {
			value: "text",
			list:  []any{"x"},
			fails: true,
		},
	} {
		for through, call := range calls {
			t.Run(name+", "+through, func(t *testing.T) {
				t.Parallel()
				inner := &stub{value: &tfprotov6.DynamicValue{MsgPack: encode(t, tt.value)}}
				if tt.list != nil {
					inner.list = listOf(t, tt.list...)
				}
				got, err := call(t.Context(), wrap(t, inner))
				if tt.fails {
					if err == nil {
						t.Errorf("it returns %v", got)
					}
					return
				}
				if err != nil || !bytes.Equal(got.MsgPack, encode(t, tt.want)) {
					t.Errorf("it returns %v, want %v; error %v", got, tt.want, err)
				}
			})
		}
	}
}

func TestSplice_frameworkFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for through, call := range calls {
		inner := &stub{
			value: &tfprotov6.DynamicValue{MsgPack: encode(t, map[string]any{"charges": nil})},
			list:  listOf(t, "x"),
			err:   broken,
		}
		if _, err := call(t.Context(), wrap(t, inner)); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", through, err)
		}
	}
}
