// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"testing"

	"google.golang.org/grpc/metadata"
)

// OpenTofu is told by what it says, whatever its name is, and whichever registry is used.
func TestIsOpenTofu(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		version, client string
		want            bool
	}{
		"OpenTofu 1.12":    {"1.13.0", "grpc-go/1.79.3", true},
		"no gRPC":          {"1.13.0", "", false},
		"OpenTofu 1.11":    {"1.11.5", "grpc-go/1.76.0", true},
		"OpenTofu 1.10":    {"1.10.0", "grpc-go/1.62.1", true},
		"OpenTofu 1.6":     {"1.6.3", "grpc-go/1.59.0", true},
		"Terraform 1.16":   {"1.16.0", "grpc-go/1.82.1", false},
		"Terraform 1.13.0": {"1.13.0", "grpc-go/1.69.4", false},
		"Terraform 1.13.1": {"1.13.1", "grpc-go/1.69.4", false},
		"Terraform 1.12":   {"1.12.2", "grpc-go/1.69.4", false},
		"Terraform 1.11":   {"1.11.4", "grpc-go/1.59.0", false},
		"Terraform 1.6":    {"1.6.0", "grpc-go/1.56.1", false},
		"Terraform 1.5":    {"1.5.7", "grpc-go/1.51.0", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs("user-agent", tc.client))
			if got := isOpenTofu(ctx, tc.version); got != tc.want {
				t.Errorf("it is OpenTofu: %t, want %t", got, tc.want)
			}
		})
	}
}
