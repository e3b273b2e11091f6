// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package splice

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// MaxMessage is the size in bytes of the longest answer that a provider can
// send to the CLI.
const MaxMessage = 256 << 20

// reserve is kept free for what an answer holds beside the spliced value.
const reserve = 1 << 20

// MaxValue is the size in bytes of the longest value that fits into an answer.
const MaxValue = MaxMessage - reserve

// insert returns value with list in place of the null that its attribute has there.
// It empties the chunks of list as it copies them.
func insert(value *tfprotov6.DynamicValue, list *List) (*tfprotov6.DynamicValue, error) {
	if value == nil || len(value.MsgPack) == 0 {
		return nil, errors.New("the answer has no value in MessagePack")
	}
	start, end, err := findNull(value.MsgPack, list.Attribute)
	if err != nil {
		return nil, err
	}
	var header bytes.Buffer
	if err := msgpack.NewEncoder(&header).EncodeArrayLen(list.Len); err != nil {
		return nil, fmt.Errorf("the length of the list cannot be encoded: %w", err)
	}
	size := len(value.MsgPack) - (end - start) + header.Len() + list.Size()
	if size > MaxValue {
		return nil, fmt.Errorf("the answer would be %d MiB long, and a provider can send at most %d MiB", size>>20, MaxMessage>>20)
	}
	out := make([]byte, 0, size)
	out = append(out, value.MsgPack[:start]...)
	out = append(out, header.Bytes()...)
	for i, chunk := range list.Chunks {
		out = append(out, chunk...)
		list.Chunks[i] = nil
	}
	out = append(out, value.MsgPack[end:]...)
	return &tfprotov6.DynamicValue{MsgPack: out}, nil
}

// findNull returns where in the encoded object the value of attribute starts and ends.
func findNull(object []byte, attribute string) (start, end int, err error) {
	r := bytes.NewReader(object)
	offset := func() int { return len(object) - r.Len() }
	dec := msgpack.NewDecoder(r)
	n, err := dec.DecodeMapLen()
	if err != nil {
		return 0, 0, fmt.Errorf("the answer is not an object: %w", err)
	}
	for range n {
		name, err := dec.DecodeString()
		if err != nil {
			return 0, 0, fmt.Errorf("an attribute of the answer has no name: %w", err)
		}
		start := offset()
		if err := dec.Skip(); err != nil {
			return 0, 0, fmt.Errorf("the attribute %q of the answer is broken: %w", name, err)
		}
		if name != attribute {
			continue
		}
		if object[start] != msgpcode.Nil {
			return 0, 0, fmt.Errorf("the attribute %q of the answer has a value already", name)
		}
		return start, offset(), nil
	}
	return 0, 0, fmt.Errorf("the answer has no attribute %q", attribute)
}
