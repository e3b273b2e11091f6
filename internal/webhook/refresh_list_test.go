// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// startListing starts a service that lists webhooks, and a provider that reads them so.
func startListing(t *testing.T, arguments acctest.Values) env {
	t.Helper()
	e := start(t, with(acctest.Values{"webhook_refresh": "list"}, arguments))
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	return e
}

// TestReadList: what becomes of the state if webhooks are read by the list of their store.
func TestReadList(t *testing.T) {
	t.Parallel()
	refreshed := reading{isRefreshed: true}
	gone := reading{
		isRemoved: true,
		warns:     []string{"Webhook Not Found"},
	}
	unseen := reading{
		warns: []string{
			"Webhook Not Readable",
			"changes made outside of Terraform cannot be seen",
			`"get"`,
			`"patch"`,
			`"off"`,
		},
	}
	fails := func(text string) reading {
		return reading{fails: []string{text, "The state is unchanged"}}
	}
	fault := func(path string, status int, body string) *fakeservice.Fault {
		f := &fakeservice.Fault{
			Method: http.MethodGet,
			Path:   path,
			Status: status,
		}
		if body != "" {
			f.Body = []byte(body)
		}
		return f
	}
	const empty = `{"items":[],"has_more":false}`
	for name, tt := range map[string]struct {
		neverListed bool // no list had the webhook when it was adopted
		wasReadable bool // a GET had it then
		list        *fakeservice.Fault
		get         *fakeservice.Fault
		charges     *fakeservice.Fault
		want        reading
		requests    []request
	}{
		"a list with the webhook": {
			want:     refreshed,
			requests: []request{getList},
		},
		"a list without it, and a GET with it": {
			list:     fault(listPath, 200, empty),
			want:     refreshed,
			requests: []request{getList, getWebhook},
		},
		"a list without it, and a GET with an own 404": {
			list:     fault(listPath, 200, empty),
			get:      fault(webhookPath, 404, ""),
			want:     gone,
			requests: []request{getList, getWebhook, getCharges},
		},
		"a list without it, and no GET": {
			list:     fault(listPath, 200, empty),
			get:      fault(webhookPath, 405, ""),
			want:     gone,
			requests: []request{getList, getWebhook, getCharges},
		},
		"a list without it, and a GET with a gateway's 404": {
			list:     fault(listPath, 200, empty),
			get:      fault(webhookPath, 404, "<html>"),
			want:     gone,
			requests: []request{getList, getWebhook, getCharges},
		},
		"a list without it, and credentials that see no charges": {
			list:     fault(listPath, 200, empty),
			get:      fault(webhookPath, 404, ""),
			charges:  fault(chargesPath, 403, ""),
			want:     fails("does not show that the webhook is gone"),
			requests: []request{getList, getWebhook, getCharges},
		},
		"a list that never had it, and a GET with an own 404": {
			neverListed: true,
			list:        fault(listPath, 200, empty),
			get:         fault(webhookPath, 404, ""),
			want:        fails("does not show that the webhook is gone: it was never read before"),
			requests:    []request{getList, getWebhook},
		},
		"a list that never had it, and a GET with an own 404, which once had it": {
			neverListed: true,
			wasReadable: true,
			list:        fault(listPath, 200, empty),
			get:         fault(webhookPath, 404, ""),
			want:        fails("does not show that the webhook is gone. Check that"),
			requests:    []request{getList, getWebhook},
		},
		"a list without it, and a GET that is refused": {
			list:     fault(listPath, 200, empty),
			get:      fault(webhookPath, 403, ""),
			want:     fails("status 403"),
			requests: []request{getList, getWebhook},
		},
		"no list, 405, any more": {
			list:     fault(listPath, 405, ""),
			want:     fails("The list once had this webhook"),
			requests: []request{getList},
		},
		"no list, an own 404, any more": {
			list:     fault(listPath, 404, ""),
			want:     fails("The list once had this webhook"),
			requests: []request{getList},
		},
		"never a list": {
			neverListed: true,
			list:        fault(listPath, 501, ""),
			want:        unseen,
			requests:    []request{getList},
		},
		"credentials refused": {
			list:     fault(listPath, 401, ""),
			want:     fails("`app_token`"),
			requests: []request{getList},
		},
		"a list with another store's webhook": {
			list: fault(listPath, 200,
				`{"items":[{"id":"`+hookID+`","store_id":"`+otherID+`"}],"has_more":false}`),
			want:     fails("`store_id`: configured " + storeID),
			requests: []request{getList},
		},
		"a list of ids alone": {
			list:     fault(listPath, 200, `{"items":[{"id":"`+hookID+`","active":false}],"has_more":false}`),
			want:     refreshed,
			requests: []request{getList},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startListing(t, nil)
			r := e.resource()
			if tt.wasReadable {
				r = e.in(t, "get", r)
			}
			mustApply(t, r, adopting(acctest.Values{"active": true, "url": urlA}))
			r = e.Adopt(r)
			e.NextRun(t)
			if !tt.neverListed {
				wantText(t, r.Refresh(t.Context()).String())
			}
			before := r.State()
			e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
			e.inject(tt.list, tt.get, tt.charges)
			e.NextRun(t)
			e.ResetRequests()

			diags := r.Refresh(t.Context())
			e.wantRequests(t, tt.requests...)
			wantReading(t, r, before, diags, tt.want)
		})
	}
}

// TestReadList_once: the list is read once for a store and plan, whoever asks first, and read afresh after an
// apply. A list that fails has its details in one error, and is read again by the next plan.
func TestReadList_once(t *testing.T) {
	t.Parallel()
	e := startListing(t, acctest.Values{"max_retries": 0})
	ids := []string{hookID, otherID}
	e.AddWebhook(fakeservice.Webhook{ID: otherID})
	var all []*acctest.Resource
	for _, id := range ids {
		r := e.resource()
		mustApply(t, r, adopting(acctest.Values{"webhook_id": id, "active": true}))
		all = append(all, r)
	}
	e.NextRun(t)
	e.ResetRequests()
	for _, r := range all {
		wantText(t, r.Refresh(t.Context()).String())
	}
	e.wantRequests(t, getList)

	mustApply(t, all[0], adopting(acctest.Values{"active": false}))
	e.ResetRequests()
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = true })
	wantText(t, all[0].Refresh(t.Context()).String())
	e.wantRequests(t, getList)
	wantState(t, all[0], acctest.Values{"active": true})

	e.Inject(fakeservice.Fault{Path: listPath, Status: http.StatusServiceUnavailable})
	e.NextRun(t)
	first := all[0].Refresh(t.Context()).Errors()
	second := all[1].Refresh(t.Context()).Errors()
	wantText(t, first, "status 503", storeID, "The state is unchanged")
	wantText(t, second, "could not be read", "Another error of this run says why")
	wantNotText(t, second, "status 503")
	e.wantRequests(t, getList)
	e.ClearFaults()
	e.NextRun(t)
	wantText(t, all[1].Refresh(t.Context()).String())
}

// TestReadList_pages: one webhook of many is found on whichever page it is.
func TestReadList_pages(t *testing.T) {
	t.Parallel()
	e := startListing(t, nil)
	for i := range 150 {
		e.AddWebhook(fakeservice.Webhook{URL: fmt.Sprintf("%s/%d", urlB, i)})
	}
	r := e.resource()
	mustApply(t, r, adopting(acctest.Values{"active": true}))
	e.NextRun(t)
	e.ResetRequests()
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
	wantText(t, r.Refresh(t.Context()).String())
	wantState(t, r, acctest.Values{"active": false})
	e.wantRequests(t, getList, getList)
}

// TestReadList_interrupted: a reader that is interrupted ends at once, and the others get their list.
func TestReadList_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"webhook_refresh": "list"})
		e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
		e.AddWebhook(fakeservice.Webhook{ID: otherID})
		interrupted := e.resource()
		mustApply(t, interrupted, adopting(nil))
		patient := e.resource()
		mustApply(t, patient, adopting(acctest.Values{"webhook_id": otherID}))
		e.NextRun(t)
		e.Set(func(b *fakeservice.Behavior) { b.Latency = 10 * time.Second })

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		started := time.Now()
		var group sync.WaitGroup
		group.Go(func() {
			said := interrupted.Refresh(ctx).Errors()
			if said == "" || time.Since(started) != time.Second {
				t.Errorf("after %s, the interrupted one said %s", time.Since(started), said)
			}
		})
		synctest.Wait()
		group.Go(func() {
			said := patient.Refresh(t.Context()).String()
			if said != "" || time.Since(started) != 10*time.Second {
				t.Errorf("after %s, the patient one said %s", time.Since(started), said)
			}
		})
		group.Wait()
	})
}

// TestReadList_adoptionAndImport: the plan of an adoption and an import look into the list as well.
func TestReadList_adoptionAndImport(t *testing.T) {
	t.Parallel()
	e := startListing(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookGet = false })
	_, diags := e.resource().Plan(t.Context(), adopting(acctest.Values{"active": false}))
	wantText(t, diags.Errors())
	wantText(t, diags.Warnings(), "Adopting Changes a Webhook", "`active`: configured false, at the service true")

	r := e.resource()
	wantText(t, r.Import(t.Context(), storeID+"/"+hookID).String())
	wantState(t, r, acctest.Values{"active": true, "url": urlA})

	said := e.resource().Import(t.Context(), storeID+"/"+otherID).Errors()
	wantText(t, said, "Webhook Not Found", "nothing was imported")
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = false })
	e.NextRun(t)
	unlisted := e.resource()
	diags = unlisted.Import(t.Context(), storeID+"/"+hookID)
	wantText(t, diags.Errors())
	wantText(t, diags.Warnings(), "Webhook Settings Not Known")
	wantState(t, unlisted, acctest.Values{"webhook_id": hookID, "url": nil})
	if strings.Contains(diags.String(), "Webhook Not Readable") {
		t.Errorf("it says %s", diags)
	}
}
