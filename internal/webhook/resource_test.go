// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// keys is a private state.
type keys map[string]string

func (k keys) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	if value, ok := k[key]; ok {
		return []byte(value), nil
	}
	return nil, nil
}

func (k keys) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	k[key] = string(value)
	return nil
}

func TestRecord(t *testing.T) {
	t.Parallel()
	all := record{Readable: true, MerchantPath: true, Imported: true}
	for name, tc := range map[string]struct {
		kept keys
		want record
	}{
		"nothing":             {keys{}, record{}},
		"the record":          {keys{"webhook": `{"readable":true,"merchant_path":true,"imported":true}`}, all},
		"of an earlier build": {keys{"readable": "true", "merchant_path": "true", "imported": "true", "unconfirmed": `"url"`, "destroy_told": "true"}, all},
		"some of it":          {keys{"readable": "true", "merchant_path": "false"}, record{Readable: true}},
		"both":                {keys{"webhook": `{"readable":true}`, "merchant_path": "true"}, record{Readable: true}},
		"of a later build":    {keys{"webhook": `{"readable":true,"more":1}`}, record{Readable: true}},
		"unreadable":          {keys{"webhook": `[]`, "readable": "true"}, record{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			got := loadRecord(t.Context(), tc.kept, &diags)
			if got != tc.want || len(diags) > 0 {
				t.Errorf("loaded %+v, want %+v: %s", got, tc.want, diags)
			}
			got.save(t.Context(), tc.kept, &diags)
			if again := loadRecord(t.Context(), tc.kept, &diags); again != got || len(diags) > 0 {
				t.Errorf("loaded %+v again, want %+v: %s", again, got, diags)
			}
		})
	}
}
