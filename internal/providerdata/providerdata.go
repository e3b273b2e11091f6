// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package providerdata is what a configured provider hands to its resources.
package providerdata

import (
	"fmt"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// The values of the provider argument webhook_refresh.
const (
	RefreshGet   = "get"
	RefreshPatch = "patch"
	RefreshOff   = "off"
)

// Data is a provider configuration.
type Data struct {
	// Client calls the service; nil while Unknown is not empty.
	Client *paymentapi.Client
	// Unknown names the provider arguments whose values are not known yet.
	Unknown []string
	// DeferralAllowed tells whether the CLI lets an object wait for them.
	DeferralAllowed bool
	// WebhookRefresh is how a webhook is read.
	WebhookRefresh string
	// OpenTofu tells whether OpenTofu is known to run the provider.
	OpenTofu bool
}

// From returns the Data in what Configure is given, nil where the provider is
// not configured yet.
func From(providerData any) (*Data, error) {
	if providerData == nil {
		return nil, nil
	}
	data, ok := providerData.(*Data)
	if !ok {
		return nil, fmt.Errorf("the provider handed over a %T, not a *providerdata.Data; this is a bug in the provider", providerData)
	}
	return data, nil
}
