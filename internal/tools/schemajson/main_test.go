// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// Every attribute, block and function is described, those that libraries bring included.
func TestDescribe_noAttributeWithoutDescription(t *testing.T) {
	t.Parallel()
	described, err := describe(t.Context(), provider.NewServer("test")())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(described)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if n := checkDescribed(t, "", all); n < 100 {
		t.Errorf("only %d descriptions were found", n)
	}
}

// checkDescribed expects a description in full sentences of every attribute, block, function
// and parameter in a value of JSON, and returns how many there are.
func checkDescribed(t *testing.T, where string, value any) (count int) {
	t.Helper()
	if list, ok := value.([]any); ok {
		for _, one := range list {
			count += checkDescribed(t, where, one)
		}
	}
	object, _ := value.(map[string]any)
	for name, inner := range object {
		count += checkDescribed(t, where+"."+name, inner)
	}
	_, isFunction := object["return_type"]
	_, isParameter := object["type"].(string)
	_, isOther := object["description_kind"]
	if isFunction || isParameter || isOther {
		count++
		if description, _ := object["description"].(string); !strings.HasSuffix(strings.TrimSpace(description), ".") {
			t.Errorf("%s has the description %q; it wants full sentences", where, description)
		}
	}
	return count
}
