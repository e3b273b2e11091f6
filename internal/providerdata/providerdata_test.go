// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var errRead = errors.New("the read failed")

// TestMemoize: all that want one value at the same time share one read, also if it fails. Later,
// it is read again only if that failed.
func TestMemoize(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var data providerdata.Data
		reads := map[string]int{}
		for _, round := range []struct {
			key    string
			result error
			reads  int
		}{{"a", errRead, 1}, {"a", nil, 2}, {"a", nil, 2}, {"b", nil, 1}} {
			var group sync.WaitGroup
			for range 3 {
				group.Go(func() {
					value, err := providerdata.Memoize(t.Context(), &data, round.key, func() (string, error) {
						time.Sleep(time.Second)
						reads[round.key]++
						return round.key, round.result
					})
					if value != round.key || !errors.Is(err, round.result) {
						t.Errorf("%s: %v", value, err)
					}
				})
			}
			group.Wait()
			if reads[round.key] != round.reads {
				t.Errorf("%q was read %d times, want %d", round.key, reads[round.key], round.reads)
			}
		}
	})
}

// TestMemoize_interrupted: a wait ends with its context, in the words of the read.
func TestMemoize_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var data providerdata.Data
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		read := func() (int, error) { return 0, ctx.Err() }
		go func() {
			_, _ = providerdata.Memoize(t.Context(), &data, "a", func() (int, error) { time.Sleep(time.Minute); return 1, nil })
		}()
		synctest.Wait()
		started := time.Now()
		if _, err := providerdata.Memoize(ctx, &data, "a", read); !errors.Is(err, context.DeadlineExceeded) || time.Since(started) != time.Second {
			t.Errorf("after %s: error %v", time.Since(started), err)
		}
		time.Sleep(time.Minute)
	})
}

// TestClaims: which claim a run may not have beside an earlier one, in whichever order.
func TestClaims(t *testing.T) {
	t.Parallel()
	const adopts, creates, deletes, deleted = providerdata.Adopts, providerdata.Creates, providerdata.Deletes, providerdata.Deleted
	type claim = providerdata.Claim
	for name, tc := range map[string]struct {
		a, b    claim
		planned bool // if a conflict, then in a plan
		applied bool // and in an apply
	}{
		"adopted and deleted":               {claim{Action: adopts, ID: "1"}, claim{Action: deletes, ID: "1"}, true, true},
		"another one is deleted":            {claim{Action: adopts, ID: "1"}, claim{Action: deletes, ID: "2"}, false, false},
		"adopted after its deletion":        {claim{Action: adopts, ID: "1"}, claim{Action: deleted, ID: "1"}, true, true},
		"adopted twice":                     {claim{Action: adopts, ID: "1", Declared: "a"}, claim{Action: adopts, ID: "1", Declared: "b"}, true, false},
		"planned again":                     {claim{Action: adopts, ID: "1", Declared: "a"}, claim{Action: adopts, ID: "1", Declared: "a"}, false, false},
		"imported and adopted":              {claim{Action: adopts, ID: "1"}, claim{Action: adopts, ID: "1", Declared: "b"}, false, false},
		"renamed":                           {claim{Action: creates, Fingerprint: "x"}, claim{Action: deletes, ID: "1", Fingerprint: "x"}, true, false},
		"another one is created":            {claim{Action: creates, Fingerprint: "x"}, claim{Action: deletes, ID: "1", Fingerprint: "y"}, false, false},
		"replaced":                          {claim{Action: creates, Fingerprint: "x"}, claim{Action: deletes, ID: "1"}, false, false},
		"created twice":                     {claim{Action: creates, Fingerprint: "x"}, claim{Action: creates, ID: "1", Fingerprint: "x"}, false, true},
		"the service answers with one's id": {claim{Action: creates, ID: "1", Fingerprint: "x"}, claim{Action: creates, ID: "1", Fingerprint: "y"}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, planned := range []bool{true, false} {
				for _, pair := range [][2]claim{{tc.a, tc.b}, {tc.b, tc.a}} {
					pair[0].Planned, pair[1].Planned = planned, planned
					if pair[1].Action == deleted {
						continue // that follows its own deletion
					}
					var claims providerdata.Claims
					claims.Add(pair[0])
					want := planned && tc.planned || !planned && tc.applied
					if earlier, conflicts := claims.Add(pair[1]); conflicts != want || conflicts && earlier != pair[0] {
						t.Errorf("planned: %t: %+v and then %+v: conflict: %t, with %+v", planned, pair[0], pair[1], conflicts, earlier)
					}
				}
			}
		})
	}
}

// TestClaims_end: claims of a plan end when an apply begins, and a plan to delete a webhook
// ends what an earlier apply of the same process did with it.
func TestClaims_end(t *testing.T) {
	t.Parallel()
	adoption := providerdata.Claim{Action: providerdata.Adopts, ID: "1", Declared: "a"}
	deletion := providerdata.Claim{Action: providerdata.Deletes, ID: "1"}
	planned := func(c providerdata.Claim) providerdata.Claim { c.Planned = true; return c }
	var claims providerdata.Claims
	for _, step := range []struct {
		claim     providerdata.Claim
		conflicts bool
	}{
		{planned(deletion), false},
		{planned(adoption), true},
		{adoption, false},
		{planned(adoption), false}, // the plan is over
		{deletion, true},
		{planned(deletion), false},
		{deletion, false}, // the apply that adopted it is over
	} {
		if _, conflicts := claims.Add(step.claim); conflicts != step.conflicts {
			t.Errorf("%+v: conflict: %t", step.claim, conflicts)
		}
	}
	claims.Add(providerdata.Claim{Action: providerdata.Deleted, ID: "1"}, deletion)
	if !claims.IsDeleted("1") || claims.IsDeleted("2") {
		t.Error("the run does not know what it has deleted")
	}
	creation := providerdata.Claim{Action: providerdata.Creates, Fingerprint: "x"}
	claims.Add(creation)
	claims.Remove(creation)
	if _, conflicts := claims.Add(creation); conflicts {
		t.Error("a creation that came to nothing stands in the way")
	}
}

// TestRequireClient: an object calls the service only with a client, and says why if it
// has none.
func TestRequireClient(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		handed any
		says   string // empty if there is a client
	}{
		"configured":       {handed: &providerdata.Data{Client: &paymentapi.Client{}}},
		"not known yet":    {handed: &providerdata.Data{Unknown: []string{"secret", "app_token"}}, says: "The value of the provider's `secret` and `app_token` is not known before the apply, so reading is not possible yet."},
		"not configured":   {says: "was not configured before reading."},
		"another provider": {handed: "data", says: "The configured provider is a string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			data := providerdata.Configure(tc.handed, &diags)
			if got := providerdata.RequireClient(data, "reading", &diags); got != (tc.says == "") || diags.HasError() == got {
				t.Fatalf("it reports %t, and says %v", got, diags)
			}
			if tc.says != "" && !strings.Contains(diags[0].Detail(), tc.says) {
				t.Errorf("it says %q, want %q", diags[0].Detail(), tc.says)
			}
		})
	}
}

// TestTimeout: a configured limit counts, and otherwise twenty minutes do.
func TestTimeout(t *testing.T) {
	t.Parallel()
	limits := func(read attr.Value) types.Object {
		return types.ObjectValueMust(map[string]attr.Type{"read": types.StringType}, map[string]attr.Value{"read": read})
	}
	for name, tc := range map[string]struct {
		timeouts types.Object
		want     time.Duration
	}{
		"configured":   {limits(types.StringValue("90s")), 90 * time.Second},
		"null":         {limits(types.StringNull()), 20 * time.Minute},
		"no block":     {types.ObjectNull(map[string]attr.Type{"read": types.StringType}), 20 * time.Minute},
		"another name": {types.ObjectValueMust(map[string]attr.Type{"open": types.StringType}, map[string]attr.Value{"open": types.StringValue("5s")}), 20 * time.Minute},
	} {
		if got := providerdata.Timeout(tc.timeouts, "read"); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}
