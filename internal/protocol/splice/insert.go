// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package splice

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
)

// MaxMessage is the size in bytes of the longest answer that a provider can
// send to the CLI.
const MaxMessage = 256 << 20

// reserve is kept free for what an answer holds beside the spliced value.
const reserve = 1 << 20

// maxHeader is the size in bytes of the longest header of a list.
const maxHeader = 5

// MaxValue is the size in bytes of the longest value that fits into an answer.
const MaxValue = MaxMessage - reserve

// insert returns value with list in place of the null that its attribute has there. It
// empties the chunks of list as it copies them. Nothing that is written to memory fails.
func insert(value *tfprotov6.DynamicValue, list *List) (*tfprotov6.DynamicValue, error) {
	var attributes map[string]msgpack.RawMessage // nil for null
	if value == nil || msgpack.Unmarshal(value.MsgPack, &attributes) != nil {
		return nil, errors.New("the answer is not an object in MessagePack")
	}
	if current, ok := attributes[list.Attribute]; !ok || current != nil {
		return nil, fmt.Errorf("the answer has no attribute %q that is null", list.Attribute)
	}
	size := len(value.MsgPack) + maxHeader + list.Size()
	if size > MaxValue {
		return nil, fmt.Errorf("the answer would be %d MiB long, and a provider can send at most %d MiB", size>>20, MaxMessage>>20)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	enc := msgpack.NewEncoder(out)
	_ = enc.EncodeMapLen(len(attributes))
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		_ = enc.EncodeString(name)
		if name != list.Attribute {
			_ = enc.Encode(attributes[name])
			continue
		}
		_ = enc.EncodeArrayLen(list.Len)
		for i, chunk := range list.Chunks {
			out.Write(chunk)
			list.Chunks[i] = nil
		}
	}
	return &tfprotov6.DynamicValue{MsgPack: out.Bytes()}, nil
}
