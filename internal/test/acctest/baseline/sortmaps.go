// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// SortMaps returns a MessagePack value with the keys of all its maps sorted:
// the framework writes them in random order.
func SortMaps(raw []byte) ([]byte, error) {
	var out bytes.Buffer
	enc := msgpack.NewEncoder(&out)
	inside := func(err error, value msgpack.RawMessage) error {
		if len(value) == 0 { // so a null is decoded
			value = msgpack.RawMessage{msgpcode.Nil}
		}
		sorted, failed := SortMaps(value)
		out.Write(sorted)
		return errors.Join(err, failed)
	}
	switch code := raw[0]; {
	case msgpcode.IsFixedMap(code), code == msgpcode.Map16, code == msgpcode.Map32:
		var members map[string]msgpack.RawMessage
		err := errors.Join(msgpack.Unmarshal(raw, &members), enc.EncodeMapLen(len(members)))
		for _, name := range slices.Sorted(maps.Keys(members)) {
			err = inside(errors.Join(err, enc.EncodeString(name)), members[name])
		}
		return out.Bytes(), err
	case msgpcode.IsFixedArray(code), code == msgpcode.Array16, code == msgpcode.Array32:
		var list []msgpack.RawMessage
		err := errors.Join(msgpack.Unmarshal(raw, &list), enc.EncodeArrayLen(len(list)))
		for _, value := range list {
			err = inside(err, value)
		}
		return out.Bytes(), err
	}
	return raw, nil
}
