// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A page that fails for good leaves no list, and the error says at which page.
func TestRead_noPartialList(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fault    fakeservice.Fault
		pageSize int
		says     []string
	}{
		"the second of three pages": {fakeservice.Fault{Nth: 2, Status: http.StatusInternalServerError}, 100, []string{"page 2", "status 500", "/stores/" + storeID + "/charges"}},
		"in the middle of many":     {fakeservice.Fault{Nth: 20, Status: http.StatusServiceUnavailable}, 10, []string{"The error occurred on page", "status 503"}},
		"not allowed":               {fakeservice.Fault{Nth: 3, Status: http.StatusForbidden}, 100, []string{"page 3", "app_token"}},
		"a cut page":                {fakeservice.Fault{Nth: 2, Break: fakeservice.BreakCut, CutAt: 50}, 100, []string{"page 2"}},
	}
	for name, tt := range tests {
		for way, read := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(257, fakeservice.SeedOptions{})
				service.Inject(tt.fault)
				result, diags := read(acctest.Configured(t, server, nil), t, acctest.Values{"store_id": storeID, "page_size": tt.pageSize})
				if result["charges"] != nil {
					t.Error("a partial list")
				}
				for _, text := range append(tt.says, "Unable to Read Charges") {
					if !strings.Contains(diags.Errors(), text) {
						t.Errorf("%q is not in: %s", text, diags)
					}
				}
			})
		}
	}
}

// A charge that cannot be used is an error at once, wherever it is in the list.
func TestRead_unusableCharge(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ field, advice string }{
		"no id":                     {"id", "An element without an id is not a charge"},
		"an amount with a fraction": {"requested_amount", "Ask the operator of the service about that charge"},
	}
	for name, tt := range tests {
		field := tt.field
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(600, fakeservice.SeedOptions{})
			bad := service.Charges(storeID)[450].ID
			service.Set(func(b *fakeservice.Behavior) {
				b.ChargeMutator = func(charge map[string]any) {
					if charge["id"] == bad {
						charge[field] = 10.5
					}
				}
			})
			result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID, "page_size": 10})
			if result["charges"] != nil || !strings.Contains(diags.Errors(), tt.advice) {
				t.Errorf("diagnostics: %s", diags)
			}
			if field != "id" && (!strings.Contains(diags.Errors(), bad) || !strings.Contains(diags.Errors(), field)) {
				t.Errorf("the charge is not named: %s", diags)
			}
			begun := service.Requests(func(r fakeservice.Request) bool {
				return !r.Query.Has("cursor") && !r.Query.Has("cursor_direction") && !r.Query.Has("from") && !r.Query.Has("to")
			})
			if len(begun) != 1 {
				t.Errorf("the list was begun %d times, though nothing makes the charge better", len(begun))
			}
		})
	}
}

// What no charge can be used for is not advised against one of them.
func TestRead_everyChargeUnusable(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spoilt int
		says   string
	}{
		"one charge":   {1, "To read the other charges, exclude it with `from` or `to`"},
		"every charge": {30, "No charge on this page can be used"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(30, fakeservice.SeedOptions{})
			spoilt := stored(service)[:tt.spoilt]
			service.Set(func(b *fakeservice.Behavior) {
				b.ChargeMutator = func(charge map[string]any) {
					if id, _ := charge["id"].(string); slices.Contains(spoilt, id) {
						charge["requested_amount"] = map[string]any{"value": 5}
					}
				}
			})
			_, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID})
			if !strings.Contains(diags.Errors(), tt.says) || !strings.Contains(diags.Errors(), "requested_amount") {
				t.Errorf("%q is not in: %s", tt.says, diags)
			}
		})
	}
}

func TestRead_passingFaults(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(600, fakeservice.SeedOptions{})
	service.Inject(fakeservice.Fault{Nth: 5, Times: 4, Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"3"}}})
	service.Inject(fakeservice.Fault{Nth: 9, Times: 2, Status: http.StatusBadGateway})
	service.Inject(fakeservice.Fault{Nth: 12, Times: 2, Break: fakeservice.BreakReset})
	result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID, "page_size": 20})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if got := idsIn(t, result); !slices.Equal(got, stored(service)) {
		t.Errorf("%d charges", len(got))
	}
}

func TestRead_fewerThanCounted(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config acctest.Values
		warns  bool
	}{
		"the whole list":  {acctest.Values{}, true},
		"a limited list":  {acctest.Values{"max_results": 40}, false},
		"after a cursor":  {acctest.Values{"cursor": "00000000-0000-4000-8000-000000000001"}, false},
		"a long list too": {acctest.Values{"page_size": 10}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.AddCharges(fakeservice.Charge{ID: "00000000-0000-4000-8000-000000000001"})
			service.SeedCharges(80, fakeservice.SeedOptions{})
			service.Set(func(b *fakeservice.Behavior) {
				b.PageMutator = func(_ fakeservice.Request, page *fakeservice.Page) {
					if page.TotalHits != nil {
						*page.TotalHits += 7
					}
				}
			})
			_, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, tt.config)
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			warned := strings.Contains(diags.Warnings(), "88") && strings.Contains(diags.Warnings(), "81")
			if warned != tt.warns {
				t.Errorf("warnings %q", diags.Warnings())
			}
		})
	}
}

// However many charges the service counts, what there is is read.
func TestRead_absurdTotal(t *testing.T) {
	t.Parallel()
	for _, total := range []int{5_000_000, math.MaxInt / 2} {
		t.Run(strconv.Itoa(total), func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(300, fakeservice.SeedOptions{})
			service.Set(func(b *fakeservice.Behavior) {
				b.PageMutator = func(_ fakeservice.Request, page *fakeservice.Page) {
					if page.TotalHits != nil {
						*page.TotalHits = total
					}
				}
			})
			result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID})
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			if got := idsIn(t, result); !slices.Equal(got, stored(service)) {
				t.Errorf("%d charges", len(got))
			}
			if text := "listed only 300."; !strings.Contains(diags.Warnings(), text) {
				t.Errorf("%q is not in: %s", text, diags)
			}
		})
	}
}

// A list that cannot be trusted is given up soon, however it goes wrong.
func TestRead_givesUpSoon(t *testing.T) {
	t.Parallel()
	mutators := map[string]func(fakeservice.Request, *fakeservice.Page){
		"more, but no items": func(_ fakeservice.Request, page *fakeservice.Page) { page.Items, page.HasMore = nil, true },
		"always more":        func(_ fakeservice.Request, page *fakeservice.Page) { page.HasMore = true },
		"always the same": func() func(fakeservice.Request, *fakeservice.Page) {
			var first atomic.Pointer[fakeservice.Page]
			return func(_ fakeservice.Request, page *fakeservice.Page) {
				clone := *page
				first.CompareAndSwap(nil, &clone)
				page.Items, page.HasMore = first.Load().Items, true
			}
		}(),
		"endless and fresh": func() func(fakeservice.Request, *fakeservice.Page) {
			var n atomic.Int64
			return func(_ fakeservice.Request, page *fakeservice.Page) {
				for i := range page.Items {
					page.Items[i] = fmt.Appendf(nil, `{"id":"fresh-%d"}`, n.Add(1))
				}
				page.HasMore = true
			}
		}(),
	}
	for name, mutate := range mutators {
		for _, charges := range []int{52, 1000} {
			t.Run(fmt.Sprintf("%s, %d", name, charges), func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(charges, fakeservice.SeedOptions{})
				service.Set(func(b *fakeservice.Behavior) { b.PageMutator = mutate })
				result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID, "page_size": 20})
				if diags.Errors() == "" || result["charges"] != nil {
					t.Errorf("a list: %s", diags)
				}
				if text := diags.Errors(); strings.Contains(text, "base_url") && !strings.Contains(text, "page 1 ") {
					t.Errorf("the address is blamed: %s", diags)
				}
				if n := len(service.Requests()); n > 60 && charges < 1000 {
					t.Errorf("%d requests", n)
				}
			})
		}
	}
}

func TestRead_unconfiguredProvider(t *testing.T) {
	t.Parallel()
	for way, read := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			p := acctest.NewProtocol(t)
			if diags := p.Configure(t.Context(), acctest.Values{"base_url": "https://api.example.com", "secret": acctest.Unknown, "app_token": "x"}); len(diags) > 0 {
				t.Fatal(diags)
			}
			result, diags := read(p, t, acctest.Values{"store_id": storeID})
			if result["charges"] != nil || !strings.Contains(diags.Errors(), "`secret`") {
				t.Errorf("result %v, diagnostics %s", result, diags)
			}
		})
	}
}

// The time limit is for the whole list, and the error names it.
func TestRead_timeout(t *testing.T) {
	t.Parallel()
	for way, read := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := fakeservice.New()
				service.SeedCharges(300, fakeservice.SeedOptions{})
				service.Inject(fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang})
				pipe := fakeservice.Pipe(service)
				transport := pipe.Transport()
				defer func() {
					transport.CloseIdleConnections()
					if err := pipe.Close(); err != nil {
						t.Error(err)
					}
				}()
				limit := map[string]string{"data source": "read", "ephemeral resource": "open"}[way]
				p := acctest.Configured(t, pipe.Server, nil, provider.WithTransport(transport), provider.WithClock(nil))
				started := time.Now()
				result, diags := read(p, t, acctest.Values{"timeouts": acctest.Values{limit: "20s"}})
				if result["charges"] != nil || !strings.Contains(diags.Errors(), "`timeouts."+limit+"` (20s;") || !strings.Contains(diags.Errors(), "page 2") {
					t.Errorf("diagnostics: %s", diags)
				}
				if took := time.Since(started); took != 20*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}
