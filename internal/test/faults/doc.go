// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package faults holds the tests of the worst day: every way in which a
// service can fail or deceive, against everything that the provider does.
package faults
