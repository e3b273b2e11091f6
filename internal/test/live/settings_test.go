// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// settings say which service to test, and what may be changed there.
type settings struct {
	baseURL, secret, appToken string
	storeID                   string // of the charges to read; all stores if empty
	read, change              *paymentapi.WebhookRef
	createToken               bool
	charges                   int // how many of the newest charges are compared
}

// The environment variables of this test, besides those of the provider.
const (
	envOn          = "PAYMENTSERVICE_LIVE"
	envStore       = "PAYMENTSERVICE_LIVE_STORE"
	envReadWebhook = "PAYMENTSERVICE_LIVE_WEBHOOK"
	envChange      = "PAYMENTSERVICE_LIVE_CHANGE_WEBHOOK"
	envToken       = "PAYMENTSERVICE_LIVE_CREATE_TOKEN"
)

// fromEnvironment reads the settings of a real service.
func fromEnvironment() (settings, error) {
	s := settings{
		baseURL: os.Getenv("PAYMENTSERVICE_BASE_URL"), secret: os.Getenv("PAYMENTSERVICE_SECRET"), appToken: os.Getenv("PAYMENTSERVICE_APP_TOKEN"),
		storeID: os.Getenv(envStore), createToken: os.Getenv(envToken) == "1", charges: 300,
	}
	if s.baseURL == "" || s.secret == "" || s.appToken == "" {
		return s, fmt.Errorf("set PAYMENTSERVICE_BASE_URL, PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN")
	}
	var err error
	if s.read, err = webhookRef(envReadWebhook); err != nil {
		return s, err
	}
	if s.change, err = webhookRef(envChange); err != nil {
		return s, err
	}
	if s.createToken && s.mode() != "test" {
		return s, fmt.Errorf("%s is set, but the application token does not say that it is for test mode, so no token is created", envToken)
	}
	return s, nil
}

func webhookRef(name string) (*paymentapi.WebhookRef, error) {
	value := os.Getenv(name)
	if value == "" {
		return nil, nil //nolint:nilnil // nothing is named
	}
	store, webhook, ok := strings.Cut(value, "/")
	if !ok || strings.Contains(webhook, "/") {
		return nil, fmt.Errorf("%s must be STORE_ID/WEBHOOK_ID", name)
	}
	return &paymentapi.WebhookRef{StoreID: store, WebhookID: webhook}, nil
}

// mode returns the mode that the application token claims, if it is a JWT that
// has one.
func (s settings) mode() string {
	parts := strings.Split(s.appToken, ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Mode string `json:"mode"`
	}
	if json.Unmarshal(payload, &claims) != nil {
		return ""
	}
	return claims.Mode
}

// configured returns the provider, configured for the service, with a clock of
// real time.
func (s settings) configured(t *testing.T) *acctest.Protocol {
	t.Helper()
	p := acctest.NewProtocol(t, provider.WithClock(nil))
	config := acctest.Values{"base_url": s.baseURL, "secret": s.secret, "app_token": s.appToken}
	if diags := p.Configure(t.Context(), config); diags.Errors() != "" {
		t.Fatalf("configuring the provider: %s", diags)
	}
	return p
}
