// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import "testing"

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
