// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// checkFailure: the state differs only by nulls in what the apply was to change.
func (l *life) checkFailure(before, config acctest.Values, diags acctest.Diagnostics) error {
	if strings.Contains(diags.Errors(), "Provider produced") {
		return fmt.Errorf("an apply said %s", diags)
	}
	after := maps.Clone(l.webhook.State())
	for name, was := range before {
		if after[name] == nil && config[name] != nil && !reflect.DeepEqual(config[name], was) {
			after[name] = was
		}
	}
	if !reflect.DeepEqual(after, before) {
		return fmt.Errorf("an apply that failed changed the state from %v to %v", before, l.webhook.State())
	}
	return nil
}

// updated reports whether an update was sent since the last reset.
func (l *life) updated() bool {
	return slices.ContainsFunc(l.Requests(fakeservice.ByMethod("PATCH")), func(r fakeservice.Request) bool { return string(r.Body) != "{}" })
}

// checkSuccess: state, service and the next plan agree. A change that no refresh
// could see is corrected by the next update, which sends all settings.
func (l *life) checkSuccess(t *testing.T) error {
	t.Helper()
	sent := l.updated()
	if sent || !l.unseen {
		if err := l.checkService(l.config); err != nil {
			return fmt.Errorf("configured: %w", err)
		}
	}
	if sent {
		l.unseen = false
	}
	l.ClearFaults()
	if !l.refresh(t) {
		return fmt.Errorf("refreshing failed")
	}
	plan, diags := l.webhook.Plan(t.Context(), l.config)
	if diags.Errors() != "" {
		return fmt.Errorf("the plan after the apply said %s", diags)
	}
	if !plan.Empty && (sent || !l.unseen) {
		return fmt.Errorf("the plan after the apply is %v; the state is %v", plan.Values, l.webhook.State())
	}
	return nil
}

// spelling replaces one of the two spellings of a URL by the other.
var spelling = strings.NewReplacer("HOOKS", "hooks", ":443", "")

// checkService compares the service with the settings that values has.
func (l *life) checkService(values acctest.Values) error {
	service, _ := l.Webhook(webhookID)
	for name, had := range map[string]any{"active": service.Active, "url": service.URL, "auth_token": service.AuthToken, "triggers": sorted(service.Triggers)} {
		want := values[name]
		switch list := want.(type) {
		case []string:
			want = sorted(list)
		case []any:
			var texts []string
			for _, one := range list {
				texts = append(texts, fmt.Sprint(one))
			}
			want = sorted(texts)
		}
		if want != nil && spelling.Replace(fmt.Sprint(had)) != spelling.Replace(fmt.Sprint(want)) {
			return fmt.Errorf("the service has %s %v, not %v", name, had, want)
		}
	}
	return nil
}

// sorted returns a sorted copy that is never nil: JSON writes an empty one as [].
func sorted(list []string) []string {
	return append([]string{}, slices.Sorted(slices.Values(list))...)
}

// checkSent: an update sends what is configured and nothing else, and a webhook
// keeps its path.
func (l *life) checkSent(config acctest.Values) error {
	for _, r := range l.Requests() {
		if strings.HasSuffix(r.Path, "/charges") {
			continue // it proves that a webhook is gone
		}
		if long := strings.Contains(r.Path, "/merchants/"); long != l.long && r.Method == "PATCH" {
			return fmt.Errorf("%s %s was sent; through the merchant: %t", r.Method, r.Path, l.long)
		}
		if r.Method == "GET" || string(r.Body) == "{}" {
			continue // it reads a webhook, or adopts one without settings
		}
		for name, value := range r.JSON() {
			want, configured := config[name]
			if list, ok := want.([]string); ok {
				want = sorted(list)
			}
			got, _ := json.Marshal(value)
			asked, _ := json.Marshal(want)
			if !configured || string(got) != string(asked) {
				return fmt.Errorf("%s %s was sent, configured is %s", name, got, asked)
			}
		}
	}
	return nil
}
