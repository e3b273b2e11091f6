// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package live tests the provider's promises with a real test store. By default,
// it only reads. Every other run tests the same promises with the fake service.
package live
