// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var errAnswer = errors.New("the answer")

var errInterrupted = errors.New("the call was interrupted")

// asking asks for the answer of a key, which takes a second, and counts how often that
// happens.
func asking(ctx context.Context, data *providerdata.Data, key any, times *int) error {
	_, err := providerdata.Once(ctx, data, key, func() (struct{}, error) {
		if ctx.Err() != nil {
			return struct{}{}, errInterrupted
		}
		*times++
		time.Sleep(time.Second)
		return struct{}{}, errAnswer
	})
	return err
}

// TestOnce: all that ask for one key get one answer, and no key waits for another.
func TestOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var data providerdata.Data
		times := map[string]*int{"a": new(int), "b": new(int)}
		started := time.Now()
		for range 3 {
			for key, n := range times {
				go func() {
					if err := asking(t.Context(), &data, key, n); !errors.Is(err, errAnswer) {
						t.Errorf("%s: error %v", key, err)
					}
					if took := time.Since(started); took != time.Second {
						t.Errorf("%s: it took %s", key, took)
					}
				}()
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for key, n := range times {
			if *n != 1 {
				t.Errorf("%s was asked %d times", key, *n)
			}
		}
	})
}

// TestOnce_interrupted: a wait for an answer ends with its context, in the words of the
// question, and a question that was interrupted is asked again.
func TestOnce_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var (
			data  providerdata.Data
			times int
		)
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		started := time.Now()
		go func() { _ = asking(ctx, &data, "a", &times) }()
		synctest.Wait()
		if err := asking(ctx, &data, "a", &times); !errors.Is(err, errInterrupted) || time.Since(started) != 500*time.Millisecond {
			t.Errorf("after %s: error %v", time.Since(started), err)
		}
		for range 2 {
			if err := asking(t.Context(), &data, "a", &times); !errors.Is(err, errAnswer) {
				t.Errorf("error %v", err)
			}
		}
		if times != 2 {
			t.Errorf("it was asked %d times, want once more than interrupted", times)
		}
	})
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
