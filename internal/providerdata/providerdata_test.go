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

	"github.com/hashicorp/terraform-plugin-framework/diag"

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

// TestRequireClient: without a client, the operation and the unknown arguments are named.
func TestRequireClient(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	if !providerdata.RequireClient(&providerdata.Data{Client: &paymentapi.Client{}}, "reading", &diags) || diags.HasError() {
		t.Errorf("with a client, it says %v", diags)
	}
	const want = "The value of the provider's `secret` and `app_token` is not known before the apply, so reading is not possible yet."
	unknown := &providerdata.Data{Unknown: []string{"secret", "app_token"}}
	if providerdata.RequireClient(unknown, "reading", &diags) || !strings.Contains(diags[0].Detail(), want) {
		t.Errorf("without a client, it says %v", diags)
	}
}
