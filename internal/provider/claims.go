// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// claims are what a JWT says, by name.
type claims map[string]jsontext.Value

// readClaims decodes the claims of a JWT in its compact form. It does not verify
// the signature: the service does. A name that occurs twice is an error, since the
// service may read the other one. Its errors hold nothing of the token.
func readClaims(token string) (claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	var found claims
	for i, which := range []string{"first", "second"} {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[i], "="))
		found = nil
		if err == nil {
			err = jsonv2.Unmarshal(raw, &found, jsontext.AllowInvalidUTF8(true))
		}
		if err != nil || found == nil {
			return nil, errors.New("its " + which + " part is not a JSON object in base64url, or it repeats a name")
		}
	}
	return found, nil
}

// errNoClaim is the error of a claim that is absent or null.
var errNoClaim = errors.New("no such claim")

// text returns a claim that is a string and not empty. Its other errors complete
// a sentence about the claim.
func (c claims) text(name string) (string, error) {
	value, ok := c[name]
	if !ok || value.Kind() == 'n' {
		return "", errNoClaim
	}
	text := paymentapi.DecodeAs[string](value)
	if text == nil {
		return "", errors.New(paymentapi.KindOf(value) + ", not a string")
	}
	if *text == "" {
		return "", errors.New("empty")
	}
	return *text, nil
}

// callerOf returns what claims say, or why they could not be read. Any text can be a mode,
// and it reaches the state, so it must be short and printable, and hold no credential.
func callerOf(found claims, unreadable error, s settings) providerdata.Caller {
	text := func(name string) *string {
		if text, err := found.text(name); err == nil {
			return &text
		}
		return nil
	}
	id := func(name string) *string {
		id := text(name)
		if id == nil || !paymentapi.IsUUID(*id) {
			return nil
		}
		return new(strings.ToLower(*id))
	}
	mode := text("mode")
	if mode != nil && (len(*mode) > maxShownClaim || strings.ContainsFunc(*mode, isNotPrintable) || s.holdsCredential(*mode)) {
		mode = nil
	}
	return providerdata.Caller{MerchantID: id("merchant_id"), StoreID: id("store_id"), Mode: mode, Err: unreadable}
}

func isNotPrintable(r rune) bool { return !unicode.IsPrint(r) }

// callerIdentity is the data source paymentservice_caller_identity, which says whose
// credentials the provider uses.
type callerIdentity struct {
	data *providerdata.Data
}

var _ datasource.DataSourceWithConfigure = (*callerIdentity)(nil)

func newCallerIdentity() datasource.DataSource { return &callerIdentity{} }

func (d *callerIdentity) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_caller_identity"
}

func (d *callerIdentity) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Says which merchant, store and mode the provider's application token is for. " +
			"The provider decodes the token, which is a JWT, but does not verify it; the service does. No request is sent.",
		Attributes: map[string]schema.Attribute{
			"merchant_id": schema.StringAttribute{Computed: true, MarkdownDescription: "The merchant's id (UUID), in lower case; null if the token does not name one."},
			"mode":        schema.StringAttribute{Computed: true, MarkdownDescription: "The mode, such as `test`; null if the token does not name one in at most 64 printable characters. A merchant's token does not always name a mode."},
			"store_id":    schema.StringAttribute{Computed: true, MarkdownDescription: "The store's id (UUID), in lower case; null if the token does not name one, such as a merchant's token."},
		},
	}
}

func (d *callerIdentity) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (d *callerIdentity) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	// What decides what the application token says, and whether it may be used.
	needed := []string{"app_token", "allowed_merchant_ids", "allowed_modes"}
	if !providerdata.RequireKnown(d.data, needed, "reading the caller identity", &resp.Diagnostics) {
		return
	}
	if err := d.data.Caller.Err; err != nil {
		diagnostics.AddError(&resp.Diagnostics, "Unable to Read Caller Identity", fmt.Sprintf(
			"The application token is not a JWT, so it does not say whose it is: %s.\n\n"+
				"Check the provider's `app_token` (environment variable PAYMENTSERVICE_APP_TOKEN). If the service accepts this token nevertheless, remove this data source, and write the ids yourself.", err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, d.data.Caller)...)
}
