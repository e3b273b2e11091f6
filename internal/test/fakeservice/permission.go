// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// claims are what an application token says of itself: whose it is.
type claims struct {
	MerchantID string `json:"merchant_id"`
	StoreID    string `json:"store_id"` // empty in a merchant's token
	Mode       string `json:"mode"`
}

// claimsOf returns the claims of an application token; none, which allow everything, of
// one that is no JWT.
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

// refusal returns the answer to a request for what does not exist, or is not for the
// bearer of these credentials; else nil. A store exists once it has had an object.
func (s *Service) refusal(c call) *response {
	s.mu.RLock()
	defer s.mu.RUnlock()
	notFound, forbidden := refuse(http.StatusNotFound, "NOT_FOUND"), refuse(http.StatusForbidden, "INVALID_PERMISSIONS")
	if c.Route == "POST /tokens" && c.bearer.MerchantID != "" && c.bearer.StoreID == "" {
		return &forbidden
	}
	store, inStore := c.ids["storeId"]
	merchant, known := s.stores[strings.ToLower(store)]
	through, inMerchant := c.ids["merchantId"]
	switch {
	case !inStore:
		return nil
	case !known, inMerchant && !same(through, merchant):
		return &notFound
	case c.bearer.MerchantID != "" && !same(c.bearer.MerchantID, merchant):
		return &forbidden
	}
	return nil
}
