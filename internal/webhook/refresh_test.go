// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// reading is what a refresh makes of the state, and says. Unless it refreshes or removes the webhook, the
// state stays as it was.
type reading struct {
	isRefreshed bool // the state has what the service has
	isRemoved   bool // from the state
	fails       []string
	warns       []string
}

// TestRead: what becomes of the state after each answer to a read: to a GET if a GET was answered before, to
// a GET if none ever was, and to a PATCH.
func TestRead(t *testing.T) {
	t.Parallel()
	refreshed := reading{isRefreshed: true}
	gone := reading{
		isRemoved: true,
		warns:     []string{"Webhook Not Found", "These credentials see the store of webhook " + hookID},
	}
	unseen := reading{
		warns: []string{
			"Webhook Not Readable",
			"changes made outside of Terraform cannot be seen",
			`"patch"`,
			`"off"`,
		},
	}
	fails := func(texts ...string) reading { return reading{fails: texts} }
	answers := func(fields acctest.Values) fakeservice.Fault {
		return fakeservice.Fault{Status: http.StatusOK, Body: webhookJSON(fields)}
	}
	for name, tt := range map[string]struct {
		fault         fakeservice.Fault // of the read; none if the service answers it
		readable      reading
		neverReadable reading
		byPatch       reading
	}{
		"a webhook": {
			readable:      refreshed,
			neverReadable: refreshed,
			byPatch:       refreshed,
		},
		"a webhook with fewer fields": {
			fault:         answers(acctest.Values{"id": hookID, "active": false}),
			readable:      refreshed,
			neverReadable: refreshed,
			byPatch:       refreshed,
		},
		"another webhook": {
			fault:         answers(acctest.Values{"id": otherID, "active": false}),
			readable:      fails("Unexpected Webhook Answer", "`id`: configured "+hookID),
			neverReadable: fails("Unexpected Webhook Answer", "`id`: configured "+hookID),
			byPatch:       fails("Unexpected Webhook Answer", "`id`: configured "+hookID),
		},
		"an id that is no UUID, and so may be a secret": {
			fault:         answers(acctest.Values{"id": secretText}),
			readable:      fails("at the service a value that is not a UUID"),
			neverReadable: fails("at the service a value that is not a UUID"),
			byPatch:       fails("at the service a value that is not a UUID"),
		},
		"a 404 of the service itself": {
			fault:         fakeservice.Fault{Status: http.StatusNotFound},
			readable:      gone,
			neverReadable: unseen,
			byPatch:       gone,
		},
		"a 410 of the service itself": {
			fault:         fakeservice.Fault{Status: http.StatusGone},
			readable:      gone,
			neverReadable: fails("status 410", "This does not show that the webhook is gone"),
			byPatch:       gone,
		},
		"a 404 of an ingress": {
			fault:         fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			readable:      fails("`base_url`"),
			neverReadable: unseen,
			byPatch:       fails("`base_url`"),
		},
		"a 404 in JSON of a gateway": {
			fault:         fakeservice.Fault{Status: http.StatusNotFound, Body: []byte(`{"message":"no route"}`)},
			readable:      fails("`base_url`"),
			neverReadable: unseen,
			byPatch:       fails("`base_url`"),
		},
		"a 405": {
			fault:         fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			readable:      fails("status 405"),
			neverReadable: unseen,
			byPatch:       fails("status 405"),
		},
		"a 501": {
			fault:         fakeservice.Fault{Status: http.StatusNotImplemented},
			readable:      fails("status 501"),
			neverReadable: unseen,
			byPatch:       fails("status 501"),
		},
		"a 403": {
			fault:         fakeservice.Fault{Status: http.StatusForbidden},
			readable:      fails("`app_token`"),
			neverReadable: fails("`app_token`"),
			byPatch:       fails("`app_token`"),
		},
		"a 503": {
			fault:         fakeservice.Fault{Status: http.StatusServiceUnavailable},
			readable:      fails("status 503"),
			neverReadable: fails("status 503"),
			byPatch:       fails("status 503"),
		},
		"a page of a portal": {
			fault:         fakeservice.Fault{Status: http.StatusOK, Body: htmlPage},
			readable:      fails("not JSON"),
			neverReadable: fails("not JSON"),
			byPatch:       fails("not JSON"),
		},
		"a connection that breaks": {
			fault:         fakeservice.Fault{Break: fakeservice.BreakClose},
			readable:      fails("ended too early"),
			neverReadable: fails("ended too early"),
			byPatch:       fails("ended too early"),
		},
	} {
		t.Run(name+", readable", func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			mustApply(t, r, adopting(acctest.Values{"active": true, "url": urlA}))
			testReading(t, e, r, tt.fault, tt.readable) // the apply has read it by GET
		})
		t.Run(name+", never readable", func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			e.Inject(fakeservice.Fault{Method: http.MethodGet, Status: http.StatusMethodNotAllowed})
			mustApply(t, r, adopting(acctest.Values{"active": true, "url": urlA}))
			e.ClearFaults()
			testReading(t, e, r, tt.fault, tt.neverReadable)
		})
		t.Run(name+", by PATCH", func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			mustApply(t, r, adopting(acctest.Values{"active": true, "url": urlA}))
			testReading(t, e, e.in(t, "patch", r), tt.fault, tt.byPatch)
		})
	}
}

// testReading stops the webhook at the service, lets the read of a refresh have a fault, and checks what the
// refresh makes of the state. Only before it removes the webhook, it looks at the charges of its store, once.
func testReading(t *testing.T, e env, r *acctest.Resource, fault fakeservice.Fault, want reading) {
	t.Helper()
	before := r.State()
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
	fault.Path = webhookPath
	e.Inject(fault)
	e.ResetRequests()

	diags := r.Refresh(t.Context())
	probes := e.Requests(func(r fakeservice.Request) bool {
		return r.Route == getCharges.String() && r.Query.Encode() == "limit=10"
	})
	wantProbes := 0
	if want.isRemoved {
		wantProbes = 1
	}
	if len(probes) != wantProbes {
		t.Errorf("charges were requested %d times, want %d", len(probes), wantProbes)
	}
	wantReading(t, r, before, diags, want)
}

// wantReading checks what a refresh has said, and what it has made of the state from before: a webhook that was
// active then, and that the service has stopped.
func wantReading(t *testing.T, r *acctest.Resource, before acctest.Values, diags acctest.Diagnostics, want reading) {
	t.Helper()
	wantErrors(t, diags, want.fails...)
	wantWarnings(t, diags, want.warns...)
	wantNoToken(t, diags.String())
	state := r.State()
	switch {
	case want.isRefreshed:
		wantState(t, r, with(before, acctest.Values{"active": false, "updated_on": state["updated_on"]}))
	case want.isRemoved:
		if state != nil {
			t.Errorf("the state has %v", state)
		}
	default:
		areEqual := func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }
		if !maps.EqualFunc(state, before, areEqual) {
			t.Errorf("the state is %v, want %v", state, before)
		}
	}
}

// TestRead_gone: a webhook that the service does not have leaves the state only if these credentials see the
// charges of its store, or see that the store is gone. Of two webhooks of a store, this is asked once. Another
// answer shows nothing.
func TestRead_gone(t *testing.T) {
	t.Parallel()
	removed := []string{"Webhook Not Found"}
	doubted := []string{
		"Unable to Read Webhook",
		"does not show that the webhook is gone",
		"`app_token`",
		"`base_url`",
		"`terraform state rm`",
		"The state is unchanged.",
	}
	for name, tt := range map[string]struct {
		fault  fakeservice.Fault // of the charges of the store, unless it has another path
		isGone bool              // both webhooks leave the state
		probes int               // the requests for the charges of the store
	}{
		"the charges are shown": {
			isGone: true,
			probes: 1,
		},
		"not permitted": {
			fault:  fakeservice.Fault{Status: http.StatusForbidden},
			probes: 1,
		},
		"credentials refused": {
			fault:  fakeservice.Fault{Status: http.StatusUnauthorized},
			probes: 1,
		},
		"refused as invalid": {
			fault:  fakeservice.Fault{Status: http.StatusBadRequest},
			probes: 1,
		},
		"redirected to a login": {
			fault:  fakeservice.Fault{Status: http.StatusFound},
			probes: 1,
		},
		"a page of a portal": {
			fault:  fakeservice.Fault{Status: http.StatusOK, Body: htmlPage},
			probes: 1,
		},
		"no such call": {
			fault:  fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			probes: 1,
		},
		"a charge without an id": {
			fault:  fakeservice.Fault{Status: http.StatusOK, Body: []byte(`{"items":[{}],"has_more":false}`)},
			probes: 1,
		},
		"a wrong path": {
			fault:  fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			probes: 1,
		},
		"a service that is down": {
			fault:  fakeservice.Fault{Status: http.StatusServiceUnavailable},
			probes: 4, // for each webhook, and each is attempted twice
		},
		"the charges of all stores are not permitted, which nobody asks for": {
			fault:  fakeservice.Fault{Path: "/charges", Status: http.StatusForbidden},
			isGone: true,
			probes: 1,
		},
		"the store is gone, and the token is one of its merchant": {
			fault:  fakeservice.Fault{Status: http.StatusNotFound},
			isGone: true,
			probes: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			both := []*acctest.Resource{e.resource(), e.resource()}
			e.AddWebhook(fakeservice.Webhook{ID: otherID})
			mustApply(t, both[0], adopting(nil))
			mustApply(t, both[1], adopting(acctest.Values{"webhook_id": otherID}))
			fault := tt.fault
			fault.Path = cmp.Or(fault.Path, chargesPath)
			e.Inject(fault)
			e.Inject(fakeservice.Fault{Status: http.StatusNotFound, Path: webhookPath})
			e.NextRun(t)
			e.ResetRequests()

			for _, r := range both {
				diags := r.Refresh(t.Context())
				if tt.isGone {
					wantErrors(t, diags)
					wantWarnings(t, diags, removed...)
				} else {
					wantErrors(t, diags, doubted...)
					wantWarnings(t, diags)
				}
				if isGone := r.State() == nil; isGone != tt.isGone {
					t.Errorf("the state has %v", r.State())
				}
			}
			probes := e.Requests(func(r fakeservice.Request) bool { return r.Route == getCharges.String() })
			if len(probes) != tt.probes {
				t.Errorf("the charges of the store were requested %d times, want %d", len(probes), tt.probes)
			}
		})
	}
}

// TestRead_remembers: once a GET was answered, the webhook counts as readable in every later run, so that a 404
// shows that it is gone. Neither an answer to a PATCH nor a list makes it so.
func TestRead_remembers(t *testing.T) {
	t.Parallel()
	notListed := &fakeservice.Fault{
		Path:   listPath,
		Status: http.StatusOK,
		Body:   []byte(`{"items":[],"has_more":false}`),
	}
	for name, tt := range map[string]struct {
		mode      string             // webhook_refresh of an earlier run
		fault     *fakeservice.Fault // in that run
		requests  []request          // in that run
		isRemoved bool               // a later GET, which is answered by a 404, takes the webhook out of the state
		warns     []string           // that later refresh
	}{
		"by GET": {
			mode:      "get",
			requests:  []request{getWebhook},
			isRemoved: true,
			warns:     []string{"Webhook Not Found"},
		},
		"by GET, since the list lacks it": {
			mode:      "list",
			fault:     notListed,
			requests:  []request{getList, getWebhook},
			isRemoved: true,
			warns:     []string{"Webhook Not Found"},
		},
		"by the list": {
			mode:     "list",
			requests: []request{getList},
			warns:    []string{"Webhook Not Readable"},
		},
		"by PATCH": {
			mode:     "patch",
			requests: []request{patchNothing},
			warns:    []string{"Webhook Not Readable"},
		},
		"not read at all": {
			mode:  "off",
			warns: []string{"Webhook Not Readable"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			r := e.in(t, "off", e.resource()) // which reads nothing
			mustApply(t, r, adopting(nil))

			// The earlier run.
			r = e.in(t, tt.mode, r)
			e.inject(tt.fault)
			e.ResetRequests()
			wantText(t, r.Refresh(t.Context()).String())
			e.wantRequests(t, tt.requests...)

			// Another one, which forgets nothing.
			e.ClearFaults()
			r = e.in(t, "patch", r)
			wantText(t, r.Refresh(t.Context()).String())

			// The later one, which remembers.
			e.DeleteWebhook(hookID)
			r = e.in(t, "get", r)
			diags := r.Refresh(t.Context())
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			if isRemoved := r.State() == nil; isRemoved != tt.isRemoved {
				t.Errorf("the state has %v", r.State())
			}
		})
	}
}

// TestRead_updatedOn: if only updated_on differs, a refresh by GET takes it over. One by PATCH does not, because
// that update may itself have moved updated_on. If a setting differs, too, both take it over.
func TestRead_updatedOn(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		mode   string // webhook_refresh
		isNews bool   // another updated_on alone
	}{
		"by GET": {
			mode:   "get",
			isNews: true,
		},
		"by PATCH": {
			mode: "patch",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": tt.mode})
			r := e.resource()
			mustApply(t, r, adopting(acctest.Values{"active": true}))
			before := r.State()["updated_on"]
			e.ChangeWebhook(hookID, func(*fakeservice.Webhook) {}) // moves updated_on
			wantText(t, r.Refresh(t.Context()).String())
			if isNews := r.State()["updated_on"] != before; isNews != tt.isNews {
				t.Errorf("updated_on was %v, the state is %v", before, r.State())
			}

			e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
			wantText(t, r.Refresh(t.Context()).String())
			wantState(t, r, acctest.Values{"active": false})
			if r.State()["updated_on"] == before {
				t.Errorf("updated_on is still %v", before)
			}
		})
	}
}

// TestRead_identity: a state that an older CLI has written without an identity gets one, by a
// refresh and by an update.
func TestRead_identity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		isUpdate bool
	}{
		"by a refresh": {},
		"by an update": {
			isUpdate: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			mustApply(t, r, adopting(nil))
			r.IdentityData = nil // as the older CLI wrote it
			if tt.isUpdate {
				plan, _ := r.Plan(t.Context(), adopting(acctest.Values{"active": false}))
				wantText(t, r.ApplyPlan(t.Context(), plan).String())
			} else {
				wantText(t, r.Refresh(t.Context()).String())
			}

			want := acctest.Values{"store_id": storeID, "webhook_id": hookID}
			if got := r.Identity(t.Context()); !maps.Equal(got, want) {
				t.Errorf("the identity is %v, want %v", got, want)
			}
		})
	}
}
