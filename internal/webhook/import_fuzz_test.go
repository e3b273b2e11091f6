// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"strings"
	"testing"

	"github.com/google/uuid"
)

// FuzzParseImportID: an accepted import id consists of UUIDs only, so that nothing
// else becomes part of a path.
func FuzzParseImportID(f *testing.F) {
	const id = "11111111-1111-4111-8111-111111111111"
	for _, seed := range []string{
		id + "/" + id, id + "/" + id + "/" + id, strings.ToUpper(id) + "/" + id, id, "", "/", "//", id + "/", "/" + id, id + "/../" + id,
		id + "/" + id + "?x", id + "/" + id + "\n", "{" + id + "}/" + id, "urn:uuid:" + id + "/" + id, strings.ReplaceAll(id, "-", "") + "/" + id,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := parseImportID(text)
		if err != nil {
			return
		}
		parts := []string{parsed.StoreID.ValueString(), parsed.WebhookID.ValueString()}
		if !parsed.MerchantID.IsNull() {
			parts = append([]string{parsed.MerchantID.ValueString()}, parts...)
		}
		if strings.Join(parts, "/") != text {
			t.Errorf("%q became %q", text, parts)
		}
		for _, part := range parts {
			if _, err := uuid.Parse(part); err != nil || len(part) != len(id) {
				t.Errorf("%q has the part %q, which is no UUID", text, part)
			}
		}
	})
}
