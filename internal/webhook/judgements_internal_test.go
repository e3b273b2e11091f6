// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// The judgements of this package are pure functions, whose rows are here. What is asked of the service
// for them is tested over the plugin protocol.

// status returns the error of a call that was answered with a status in the service's own format.
func status(code int, fault paymentapi.Fault) *paymentapi.Error {
	return &paymentapi.Error{
		Tried:      paymentapi.Tried{Method: "GET", Path: "/x", Attempts: 1},
		Fault:      fault,
		StatusCode: code,
		OwnFormat:  true,
	}
}

// foreign returns the same error, in the format of a gateway.
func foreign(err *paymentapi.Error) *paymentapi.Error {
	err.OwnFormat = false
	return err
}

var (
	ownNotFound = status(404, paymentapi.FaultNotFound)
	ownGone     = status(410, paymentapi.FaultNotFound)
	forbidden   = status(403, paymentapi.FaultForbidden)
	noSuchCall  = status(405, paymentapi.FaultUnsupported)
)

// TestOutcomeOf: what an error says. An own 404 and an own 410 differ: only the first may come of a
// service that has no such call.
func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	unsent := status(0, paymentapi.FaultInterrupted)
	unsent.Attempts = 0
	for name, tt := range map[string]struct {
		err  error
		want outcome
	}{
		"success": {
			want: done,
		},
		"other values": {
			err:  mismatch("- `url`"),
			want: mismatched,
		},
		"an own 404": {
			err:  ownNotFound,
			want: absent,
		},
		"an own 410": {
			err:  ownGone,
			want: gone,
		},
		"a 404 of a gateway": {
			err:  foreign(status(404, paymentapi.FaultNotFound)),
			want: misplaced,
		},
		"a 410 of a gateway": {
			err:  foreign(status(410, paymentapi.FaultNotFound)),
			want: failed,
		},
		"405": {
			err:  noSuchCall,
			want: notOffered,
		},
		"501": {
			err:  status(501, paymentapi.FaultUnsupported),
			want: notOffered,
		},
		"401": {
			err:  status(401, paymentapi.FaultUnauthorized),
			want: refused,
		},
		"403": {
			err:  forbidden,
			want: refused,
		},
		"409": {
			err:  status(409, paymentapi.FaultRefused),
			want: taken,
		},
		"429": {
			err:  status(429, paymentapi.FaultThrottled),
			want: throttled,
		},
		"no time for an attempt": {
			err:  unsent,
			want: throttled,
		},
		"400": {
			err:  status(400, paymentapi.FaultRefused),
			want: failed,
		},
		"another error, of which nothing is known": {
			err:  errors.New("unexpected"),
			want: unclear,
		},
		"no list": {
			err:  &paymentapi.PageError{Page: 1, Err: noSuchCall},
			want: notOffered,
		},
		"no second page": {
			err:  &paymentapi.PageError{Page: 2, Err: ownNotFound},
			want: failed,
		},
		"a second page that is refused": {
			err:  &paymentapi.PageError{Page: 2, Err: forbidden},
			want: refused,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := outcomeOf(tt.err)
			if got != tt.want {
				t.Errorf("the outcome is %d, want %d", got, tt.want)
			}
		})
	}
}

// TestJudgeCreation: what came of a POST. An id counts even beside an error.
func TestJudgeCreation(t *testing.T) {
	t.Parallel()
	const newID, oldID = "99999999-9999-4999-8999-99999999999a", "99999999-9999-4999-8999-99999999999b"
	upper := strings.ToUpper(oldID)
	listed := []paymentapi.Webhook{{ID: &upper}}
	for name, tt := range map[string]struct {
		answer paymentapi.Creation
		want   creation
	}{
		"a new id": {
			answer: paymentapi.Creation{ID: newID},
			want:   created,
		},
		"a new id beside an error": {
			answer: paymentapi.Creation{ID: newID, Err: errors.New("cut")},
			want:   created,
		},
		"an id that was listed": {
			answer: paymentapi.Creation{ID: oldID},
			want:   existedBefore,
		},
		"an own 404": {
			answer: paymentapi.Creation{Err: ownNotFound},
			want:   notSupported,
		},
		"405": {
			answer: paymentapi.Creation{Err: noSuchCall},
			want:   notSupported,
		},
		"409": {
			answer: paymentapi.Creation{Err: status(409, paymentapi.FaultRefused)},
			want:   urlTaken,
		},
		"400": {
			answer: paymentapi.Creation{Err: status(400, paymentapi.FaultRefused)},
			want:   notMade,
		},
		"an own 410": {
			answer: paymentapi.Creation{Err: ownGone},
			want:   notMade,
		},
		"nothing is known": {
			answer: paymentapi.Creation{Err: errors.New("cut")},
			want:   uncertain,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := judgeCreation(listed, tt.answer)
			if got != tt.want {
				t.Errorf("it is %d, want %d", got, tt.want)
			}
		})
	}
}

// TestFindObstacle: what keeps a replacement from working, given what is known.
func TestFindObstacle(t *testing.T) {
	t.Parallel()
	id := "99999999-9999-4999-8999-999999999999"
	duplicate := &paymentapi.Webhook{ID: &id}
	for name, tt := range map[string]struct {
		found replacement
		want  string // part of it; empty: no obstacle
	}{
		"nothing is known": {},
		"it adopts what it deletes": {
			found: replacement{adoptsOld: true},
			want:  "the one that this replacement deletes",
		},
		"the next one is missing, and the old one was readable": {
			found: replacement{wasReadable: true, nextErr: ownNotFound},
			want:  "404",
		},
		"the next one is gone, and the old one was readable": {
			found: replacement{wasReadable: true, nextErr: ownGone},
			want:  "410",
		},
		"the next one is missing, and none was ever readable": {
			found: replacement{nextErr: ownNotFound},
		},
		"the next one may not be read": {
			found: replacement{wasReadable: true, nextErr: forbidden},
		},
		"the next store may not be listed, and the old one may": {
			found: replacement{nextStoreErr: forbidden},
			want:  "403",
		},
		"the next store is missing, and the old one is listed": {
			found: replacement{nextStoreErr: ownNotFound},
			want:  "404",
		},
		"the next store is gone, and the old one is listed": {
			found: replacement{nextStoreErr: ownGone},
			want:  "410",
		},
		"neither store may be listed": {
			found: replacement{nextStoreErr: forbidden, oldStoreErr: forbidden},
		},
		"lists are not offered": {
			found: replacement{nextStoreErr: noSuchCall},
		},
		"the next store has it already": {
			found: replacement{duplicate: duplicate},
			want:  "Its id is " + id,
		},
		"the next store has it, and it is adopted": {
			found: replacement{duplicate: duplicate, isAdoption: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := findObstacle(tt.found)
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
}

// TestSight: whether these credentials would see a webhook. Only a success shows that.
func TestSight(t *testing.T) {
	t.Parallel()
	const merchant, store, another = "merchant-1", "store-1", "other-2"
	for name, tt := range map[string]struct {
		sight sight
		want  string // part of the doubt; empty: they see it
	}{
		"the store answers": {
			sight: sight{merchantID: merchant, storeID: store},
		},
		"the store answers, and the token is this merchant's": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: strings.ToUpper(merchant)},
				merchantID: merchant,
				storeID:    store,
			},
		},
		"the store answers, and the token is another merchant's": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: another},
				merchantID: merchant,
				storeID:    store,
			},
			want: "of merchant " + merchant,
		},
		"the store answers, and the webhook's merchant is not known": {
			sight: sight{
				claims:  providerdata.Claims{MerchantID: merchant},
				storeID: store,
			},
			want: "not known",
		},
		"the store is refused": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: merchant},
				merchantID: merchant,
				storeID:    store,
				storeErr:   forbidden,
			},
			want: "could not list the charges of the webhook's store",
		},
		"the store is gone": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: merchant},
				merchantID: merchant,
				storeID:    store,
				storeErr:   ownNotFound,
			},
		},
		"the store is gone, and the token names no merchant": {
			sight: sight{
				merchantID: merchant,
				storeID:    store,
				storeErr:   ownGone,
			},
			want: "does not say which merchant",
		},
		"the store is gone, and the token is another store's": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: merchant, StoreID: another},
				merchantID: merchant,
				storeID:    store,
				storeErr:   ownNotFound,
			},
			want: "of store " + another,
		},
		"the store is gone, and the service answers no charges": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: merchant},
				merchantID: merchant,
				storeID:    store,
				storeErr:   ownNotFound,
				chargesErr: ownNotFound,
			},
			want: "could not list charges",
		},
		"a gateway does not know the store": {
			sight: sight{
				claims:     providerdata.Claims{MerchantID: merchant},
				merchantID: merchant,
				storeID:    store,
				storeErr:   foreign(status(404, paymentapi.FaultNotFound)),
			},
			want: "could not list the charges of the webhook's store",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tt.sight.doubt()
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("the doubt is %q, want %q", got, tt.want)
			}
		})
	}
}
