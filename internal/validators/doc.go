// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package validators holds the checks that several parts of the provider share.
//
// Each rule is a pure Check function, whose error completes a sentence that
// begins with the argument's name ("must be …") and never repeats the value.
// The validator.String adapters put such a rule into a schema.
package validators
