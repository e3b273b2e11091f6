// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build !linux && !darwin && !freebsd

package main

import "context"

// lock does nothing: on this system, no two commands run side by side.
func lock(context.Context, string) (unlock func(), err error) {
	return func() {}, nil
}
