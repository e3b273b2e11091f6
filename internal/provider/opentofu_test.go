// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"testing"

	"google.golang.org/grpc/metadata"
)

func TestIsOpenTofu(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		own, parent string
		want        bool
	}{
		"installed by OpenTofu":  {"/w/.terraform/providers/registry.opentofu.org/payment-service/paymentservice/1.0.0/linux_amd64/p", "/usr/bin/x", true},
		"installed by Terraform": {"/w/.terraform/providers/registry.terraform.io/payment-service/paymentservice/1.0.0/linux_amd64/p", "/usr/bin/terraform", false},
		"started by tofu":        {"/home/me/bin/p", "/usr/local/bin/tofu", true},
		"a version of tofu":      {"/home/me/bin/p", "/opt/tofu_1.12.6", true},
		"not known":              {"", "", false},
		"in a folder named tofu": {"/home/tofu/bin/p", "/home/tofu/bin/terraform", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := isOpenTofu(tc.own, tc.parent); got != tc.want {
				t.Errorf("isOpenTofu(%q, %q) = %t, want %t", tc.own, tc.parent, got, tc.want)
			}
		})
	}
}

func TestCallsItselfTerraform(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		version, client string
		want            bool
	}{
		"OpenTofu 1.12":    {"1.13.0", "grpc-go/1.79.3", true},
		"Terraform 1.13.0": {"1.13.0", "grpc-go/1.69.4", false},
		"Terraform 1.16":   {"1.16.0", "grpc-go/1.82.1", false},
		"no gRPC":          {"1.13.0", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs("user-agent", tc.client))
			if got := callsItselfTerraform(ctx, tc.version); got != tc.want {
				t.Errorf("it is OpenTofu: %t, want %t", got, tc.want)
			}
		})
	}
}
