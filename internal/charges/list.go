// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
)

// encodedPart is a part of a list as rows of MessagePack.
type encodedPart struct {
	list   *encoding
	chunks [][]byte
}

var _ fetch.Part = (*encodedPart)(nil)

// encoding is what the parts of a list share.
type encoding struct {
	fields         []string
	encoders       sync.Pool // of *rows.Encoder
	charges, bytes atomic.Int64
	maxBytes       int64
}

// newRows returns what makes the parts of each attempt at a list, of whose
// charges only the fields are kept, or all if fields is nil. It must not take
// more than maxBytes.
func newRows(fields []string, maxBytes int64) func() func() *encodedPart {
	return func() func() *encodedPart {
		list := &encoding{fields: fields, maxBytes: maxBytes}
		return func() *encodedPart { return &encodedPart{list: list} }
	}
}

// Add implements fetch.Part.
func (p *encodedPart) Add(charges []paymentapi.Charge) error {
	chunk, err := p.list.encode(charges)
	if err != nil {
		return err
	}
	p.chunks = append(p.chunks, chunk)
	count, bytes := p.list.charges.Add(int64(len(charges))), p.list.bytes.Add(int64(len(chunk)))
	if bytes > p.list.maxBytes {
		return &tooLongError{charges: count, bytes: bytes}
	}
	return nil
}

func (e *encoding) encode(charges []paymentapi.Charge) ([]byte, error) {
	encoder, ok := e.encoders.Get().(*rows.Encoder)
	if !ok {
		encoder = rows.NewEncoder(e.fields)
	}
	defer e.encoders.Put(encoder)
	return encoder.Encode(charges)
}

// encodedList joins the parts of a list.
func encodedList(result *fetch.Result[*encodedPart]) *splice.List {
	list := &splice.List{Len: result.Len}
	for _, part := range result.Parts {
		list.Chunks = append(list.Chunks, part.chunks...)
	}
	return list
}

// tooLongError is a list of which so many charges already take more bytes than
// the CLI would accept.
type tooLongError struct{ charges, bytes int64 }

// Error implements error.
func (e *tooLongError) Error() string {
	return fmt.Sprintf("the first %d charges take %d bytes", e.charges, e.bytes)
}
