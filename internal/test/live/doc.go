// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package live tries the provider's promises on a real test store, and prints
// what that service does if the API's description leaves it open. By default it
// only reads. Every other run tries the same promises on the fake service over
// HTTP, so that they are known to work.
package live
