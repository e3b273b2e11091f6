// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Account is a pair of credentials that the service accepts, with the claims of its
// application token and its permissions.
type Account struct {
	Secret   string // one of its own if empty
	AppToken string // a JWT with the claims below if empty

	// The claims of the application token. One that is empty is not in it.
	MerchantID string
	StoreID    string
	Mode       string // "live" or "test"

	// The permissions. Without one, the service refuses what needs it (API description, section 4.1).
	NoCards           bool // the merchant is not enabled to send card numbers
	NoUnlimitedTokens bool // recurring tokens need a usage_limit
}

// AddAccount makes the service accept an account, and returns it with what was missing. The
// claims are those of its application token, if it has one.
func (s *Service) AddAccount(a Account) Account {
	if a.AppToken == "" {
		a.AppToken = newAppToken(a)
	} else {
		claims := claimsOf(a.AppToken)
		a.MerchantID = claims.MerchantID
		a.StoreID = claims.StoreID
		a.Mode = claims.Mode
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	a.Secret = cmp.Or(a.Secret, fmt.Sprintf("secret-%d", len(s.accounts)))
	s.accounts["Bearer "+a.Secret+"."+a.AppToken] = a
	return a
}

// account returns the account of a request (API description, section 5).
func (s *Service) account(r Request) (Account, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found, ok := s.accounts[strings.Join(r.Header["Authorization"], "\n")]
	return found, ok
}

// refusalOfScope returns the answer to a call for a store or a merchant that is not the
// account's own, and whether it is one. The caller holds the lock.
func (s *Service) refusalOfScope(c call) (response, bool) {
	merchant := cmp.Or(c.ids["merchantId"], s.stores[strings.ToLower(c.ids["storeId"])])
	foreign := c.ids["storeId"] != "" && !c.account.sees(c.ids["storeId"], merchant)
	switch {
	case !foreign || c.behavior.Scope == ScopeAll:
		return response{}, false
	case c.behavior.Scope == ScopeForbidden:
		return refuse(http.StatusForbidden, "INVALID_PERMISSIONS"), true
	}
	return notFound(), true
}

// sees reports whether the claims of an account name no other store and no other merchant.
func (a Account) sees(storeID, merchantID string) bool {
	return (a.StoreID == "" || same(a.StoreID, storeID)) && (a.MerchantID == "" || same(a.MerchantID, merchantID))
}

// claims are what an application token says of itself.
type claims struct {
	MerchantID string `json:"merchant_id,omitempty"`
	StoreID    string `json:"store_id,omitempty"`
	Mode       string `json:"mode,omitempty"`
}

// claimsOf returns the claims of an application token; none if it is no JWT.
func claimsOf(appToken string) claims {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return claims{}
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return claims{}
	}
	var c claims
	_ = json.Unmarshal(payload, &c) // or there are none
	return c
}

// newAppToken returns a JWT with the claims of an account. Nobody checks its signature.
func newAppToken(a Account) string {
	header := []byte(`{"alg":"HS256","typ":"JWT"}`)
	payload := encode(claims{a.MerchantID, a.StoreID, a.Mode})
	encoded := base64.RawURLEncoding.EncodeToString
	return encoded(header) + "." + encoded(payload) + "." + encoded([]byte("signature"))
}
