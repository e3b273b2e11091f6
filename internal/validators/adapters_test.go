// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func pathOf(t *testing.T, d diag.Diagnostic) path.Path {
	t.Helper()

	with, ok := d.(diag.DiagnosticWithPath)
	if !ok {
		t.Fatalf("%T has no path", d)
	}

	return with.Path()
}

func TestUUID(t *testing.T) {
	t.Parallel()

	runValidator(t, validators.UUID(), map[string]validatorCase{
		"null":    {value: types.StringNull()},
		"unknown": {value: types.StringUnknown()},
		"right":   {value: types.StringValue("11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d")},
		"wrong":   {value: types.StringValue("webhook-1"), want: "must be a UUID", at: path.Root("target")},
	})
}

func TestWebhookURL(t *testing.T) {
	t.Parallel()

	runValidator(t, validators.WebhookURL(), map[string]validatorCase{
		"null":             {value: types.StringNull()},
		"unknown":          {value: types.StringUnknown()},
		"right":            {value: types.StringValue("https://example.com/hook")},
		"local":            {value: types.StringValue("http://localhost/"), want: "must not be local", at: path.Root("target")},
		"user info":        {value: types.StringValue("https://u:pw@example.com/"), want: "user name or password", at: path.Empty()},
		"user info, local": {value: types.StringValue("https://u:pw@localhost/"), want: "user name or password", at: path.Empty()},
		"broken user info": {value: types.StringValue("https://u:p/w@example.com/"), want: "absolute http or https", at: path.Empty()},
		"escaped at sign":  {value: types.StringValue("https://u:pw%40example.com/"), want: "absolute http or https", at: path.Empty()},
		"full-width at":    {value: types.StringValue("https://u:pw＠example.com/"), want: "absolute http or https", at: path.Empty()},
	})
}

func TestDescriptions(t *testing.T) {
	t.Parallel()

	got := validators.WebhookURL().MarkdownDescription(t.Context())
	if !strings.HasPrefix(got, "value must be") || got != validators.WebhookURL().Description(t.Context()) {
		t.Errorf("got %q", got)
	}
}
