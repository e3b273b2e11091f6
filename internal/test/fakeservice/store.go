// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// claims are what an application token says of itself, and of the tokens created with it.
type claims struct {
	StoreID string `json:"store_id"`
	Mode    string `json:"mode"`
}

// claimsOf returns the claims of an application token; none of one that is no JWT.
func claimsOf(appToken string) (c claims) {
	if parts := strings.Split(appToken, "."); len(parts) == 3 {
		if payload, err := base64.RawURLEncoding.DecodeString(parts[1]); err == nil {
			_ = json.Unmarshal(payload, &c) // or there are none
		}
	}
	return c
}

// addStore remembers a store, for good: that its objects are gone does not end it. The
// caller holds the lock.
func (s *Service) addStore(id, merchantID string) {
	if _, known := s.stores[strings.ToLower(id)]; !known {
		s.stores[strings.ToLower(id)] = strings.ToLower(merchantID)
	}
}

// hasStore reports whether the store of a path exists, and belongs to the merchant of the
// path. A store exists once it has had an object.
func (s *Service) hasStore(ids map[string]string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	store, inStore := ids["storeId"]
	merchant, known := s.stores[strings.ToLower(store)]
	through, inMerchant := ids["merchantId"]
	return !inStore || known && (!inMerchant || same(through, merchant))
}
