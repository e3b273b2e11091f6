// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// claims are what an application token says of itself.
type claims map[string]any

// decodeClaims decodes the claims of an application token, which is a JWT in its compact
// form. It does not verify the signature: the service does. Its errors hold nothing of the
// token.
func decodeClaims(appToken string) (claims, error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return nil, errors.New("its second part is not base64url")
	}
	var decoded claims
	if err := jsonv2.Unmarshal(payload, &decoded); err != nil || decoded == nil {
		return nil, errors.New("its second part is not a JSON object without repeated names")
	}
	return decoded, nil
}

// text returns a claim that is a text; empty if there is none.
func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// expiry returns when the token expires; the zero time if it does not say.
func (c claims) expiry() time.Time {
	seconds, ok := c["exp"].(float64)
	if !ok {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// caller returns whose token it is.
func (c claims) caller() (caller providerdata.Caller) {
	id := func(name string) *string {
		if id := strings.ToLower(c.text(name)); paymentapi.IsUUID(id) {
			return &id
		}
		return nil
	}
	caller.MerchantID, caller.StoreID = id("merchant_id"), id("store_id")
	if mode := c.text("mode"); mode != "" {
		caller.Mode = &mode
	}
	return caller
}

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
			"mode":        schema.StringAttribute{Computed: true, MarkdownDescription: "The mode, such as `test`; null if the token does not name one. A merchant's token does not always name a mode."},
			"store_id":    schema.StringAttribute{Computed: true, MarkdownDescription: "The store's id (UUID), in lower case; null if the token does not name one, such as a merchant's token."},
		},
	}
}

func (d *callerIdentity) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (d *callerIdentity) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !providerdata.RequireKnown(d.data, []string{"app_token"}, "reading the caller identity", &resp.Diagnostics) {
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
