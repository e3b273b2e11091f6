// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "crypto/sha256"

// IDSet is a set of ids of any length in 16 bytes each.
type IDSet map[[16]byte]struct{}

// Add puts id into the set and returns false if it is there already.
func (s IDSet) Add(id string) bool {
	digest := sha256.Sum256([]byte(id))
	key := [16]byte(digest[:16])
	if _, ok := s[key]; ok {
		return false
	}
	s[key] = struct{}{}
	return true
}
