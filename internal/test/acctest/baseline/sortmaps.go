// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline

import (
	"bytes"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// SortMaps returns a MessagePack value with the keys of all its maps sorted:
// the framework writes them in random order.
func SortMaps(raw []byte) ([]byte, error) {
	var out bytes.Buffer
	err := copySorted(msgpack.NewDecoder(bytes.NewReader(raw)), &out)
	return out.Bytes(), err
}

func copySorted(dec *msgpack.Decoder, out *bytes.Buffer) error {
	code, err := dec.PeekCode()
	switch {
	case err != nil:
		return err
	case msgpcode.IsFixedMap(code), code == msgpcode.Map16, code == msgpcode.Map32:
		return copyMap(dec, out)
	case msgpcode.IsFixedArray(code), code == msgpcode.Array16, code == msgpcode.Array32:
		return copyArray(dec, out)
	}
	raw, err := dec.DecodeRaw()
	out.Write(raw)
	return err
}

func copyArray(dec *msgpack.Decoder, out *bytes.Buffer) error {
	n, err := dec.DecodeArrayLen()
	if err != nil {
		return err
	}
	if err := msgpack.NewEncoder(out).EncodeArrayLen(n); err != nil {
		return err
	}
	for range n {
		if err := copySorted(dec, out); err != nil {
			return err
		}
	}
	return nil
}

func copyMap(dec *msgpack.Decoder, out *bytes.Buffer) error {
	n, err := dec.DecodeMapLen()
	if err != nil {
		return err
	}
	members := make(map[string][]byte, n)
	keys := make([]string, n)
	for i := range keys {
		if keys[i], err = dec.DecodeString(); err != nil {
			return err
		}
		var member bytes.Buffer
		if err := copySorted(dec, &member); err != nil {
			return err
		}
		members[keys[i]] = member.Bytes()
	}
	slices.Sort(keys)
	enc := msgpack.NewEncoder(out)
	if err := enc.EncodeMapLen(n); err != nil {
		return err
	}
	for _, key := range keys {
		if err := enc.EncodeString(key); err != nil {
			return err
		}
		out.Write(members[key])
	}
	return nil
}
