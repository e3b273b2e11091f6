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

// What the CLI says outweighs the paths, which alone are wrong if Terraform uses OpenTofu's
// registry, or if OpenTofu has another name.
func TestIsRunByOpenTofu(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		version, client string
		paths, want     bool
	}{
		"OpenTofu 1.12":                         {"1.13.0", "grpc-go/1.79.3", true, true},
		"OpenTofu 1.12, development, renamed":   {"1.13.0", "grpc-go/1.79.3", false, true},
		"OpenTofu 1.11":                         {"1.11.5", "grpc-go/1.76.0", true, true},
		"OpenTofu 1.10":                         {"1.10.0", "grpc-go/1.62.1", true, true},
		"OpenTofu 1.6":                          {"1.6.3", "grpc-go/1.59.0", true, true},
		"Terraform 1.16, OpenTofu's registry":   {"1.16.0", "grpc-go/1.82.1", true, false},
		"Terraform 1.13.0, OpenTofu's registry": {"1.13.0", "grpc-go/1.69.4", true, false},
		"Terraform 1.13.1, OpenTofu's registry": {"1.13.1", "grpc-go/1.69.4", true, false},
		"Terraform 1.12, OpenTofu's registry":   {"1.12.2", "grpc-go/1.69.4", true, false},
		"Terraform 1.11, OpenTofu's registry":   {"1.11.4", "grpc-go/1.59.0", true, false},
		"Terraform 1.6, OpenTofu's registry":    {"1.6.0", "grpc-go/1.56.1", true, false},
		"Terraform 1.5, OpenTofu's registry":    {"1.5.7", "grpc-go/1.51.0", true, false},
		"Terraform 1.11":                        {"1.11.4", "grpc-go/1.59.0", false, false},
		"Terraform 1.11 with a newer gRPC":      {"1.11.4", "grpc-go/1.79.3", false, false},
		"no gRPC":                               {"1.13.0", "", false, false},
		"no gRPC, OpenTofu's registry":          {"1.11.0", "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs("user-agent", tc.client))
			p := &paymentserviceProvider{openTofu: tc.paths}
			if got := p.isRunByOpenTofu(ctx, tc.version); got != tc.want {
				t.Errorf("it is OpenTofu: %t, want %t", got, tc.want)
			}
		})
	}
}
