// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

import (
	"context"
	"iter"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/guard"
)

func (s speaking) ListResource(context.Context, *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	return &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) {
		if !yield(tfprotov6.ListResourceResult{DisplayName: "first"}) {
			return
		}
		if s.after {
			panic("topsecret")
		}
		yield(tfprotov6.ListResourceResult{DisplayName: "last", Diagnostics: s.diags()})
	}}, nil
}

func lastResult(results iter.Seq[tfprotov6.ListResourceResult]) (last tfprotov6.ListResourceResult) {
	for result := range results {
		last = result
	}
	return last
}

func TestWrap_list(t *testing.T) {
	t.Parallel()

	results := func(s speaking, config *tfprotov6.DynamicValue) iter.Seq[tfprotov6.ListResourceResult] {
		server, ok := guard.Wrap(func() tfprotov6.ProviderServer { return s }, always)().(tfprotov6.ListResourceServer)
		if !ok {
			t.Fatal("the wrapper serves no lists")
		}
		stream, err := server.ListResource(t.Context(), &tfprotov6.ListResourceRequest{TypeName: "with_secret", Config: config})
		if err != nil {
			t.Fatal(err)
		}
		return stream.Results
	}
	store := tftypes.NewAttributePath().WithAttributeName("store_id")
	t.Run("passes results on", func(t *testing.T) {
		t.Parallel()
		last := lastResult(results(speaking{at: store}, configOf(t, "list with_secret", map[string]any{})))
		if last.DisplayName != "last" || last.Diagnostics[0].Attribute != store {
			t.Errorf("the last result is %+v", last)
		}
	})
	t.Run("hides paths if the configuration cannot be read", func(t *testing.T) {
		t.Parallel()
		if last := lastResult(results(speaking{at: store}, nil)); len(last.Diagnostics[0].Attribute.Steps()) > 0 {
			t.Errorf("the last result is %+v", last)
		}
	})
	t.Run("recovers between results", func(t *testing.T) {
		t.Parallel()
		expectFailure(t, lastResult(results(speaking{after: true}, configOf(t, "list with_secret", map[string]any{}))).Diagnostics, "ListResource", "with_secret")
	})
	t.Run("ends with its receiver", func(t *testing.T) {
		t.Parallel()
		for result := range results(speaking{after: true}, configOf(t, "list with_secret", map[string]any{})) {
			if result.DisplayName != "first" {
				t.Errorf("got %+v after the end", result)
			}
			break
		}
	})
	t.Run("leaves the receiver's panic alone", func(t *testing.T) {
		t.Parallel()
		defer func() {
			if got := recover(); got != "mine" {
				t.Errorf("recovered %v", got)
			}
		}()
		for range results(speaking{}, configOf(t, "list with_secret", map[string]any{})) {
			panic("mine")
		}
	})
}
