// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
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

// appToken is the application token as far as it can be read.
type appToken struct {
	claims map[string]jsontext.Value
	// err is why its claims cannot be read; nil if they can. It holds nothing of the token.
	err error
	// credentials are the parts of the token, and the secret.
	credentials []string
}

// readToken decodes the claims of the application token, which is a JWT in its compact
// form. It does not verify the signature: the service does. A name that occurs twice is an
// error, since the service may read the other one.
func readToken(s *options) appToken {
	parts := strings.Split(s.AppToken, ".")
	token := appToken{credentials: append(parts, s.Secret)}
	if len(parts) != 3 {
		token.err = errors.New("it does not have three parts separated by dots")
		return token
	}
	for i, which := range []string{"first", "second"} {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[i], "="))
		token.claims = nil
		if err == nil {
			err = jsonv2.Unmarshal(raw, &token.claims, jsontext.AllowInvalidUTF8(true))
		}
		if err != nil || token.claims == nil {
			token.err = errors.New("its " + which + " part is not a JSON object in base64url, or it repeats a name")
			return token
		}
	}
	return token
}

// errNoClaim is the error of a claim that is absent or null.
var errNoClaim = errors.New("no such claim")

// text returns a claim that is a string and not empty. Its other errors complete
// a sentence about the claim.
func (t appToken) text(claim string) (string, error) {
	value, ok := t.claims[claim]
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

// holdsCredential reports whether a claim holds a part of the secret or of the application
// token that is long enough not to be there by chance, or as a mode such as live_test.
func (t appToken) holdsCredential(claim string) bool {
	for _, part := range t.credentials {
		size := min(10, len(part))
		for i := 0; size > 4 && i+size <= len(claim); i++ {
			if strings.Contains(part, claim[i:i+size]) {
				return true
			}
		}
	}
	return false
}

// maxShownClaim is the longest claim that is shown, in bytes. A merchant's id
// has 36.
const maxShownClaim = 64

// shown quotes a claim for a message, unless it is long, or holds a credential or a good
// part of one.
func (t appToken) shown(claim string) string {
	switch {
	case t.holdsCredential(claim):
		return "a part of the credentials"
	case len(claim) > maxShownClaim:
		return fmt.Sprintf("a text of %d bytes", len(claim))
	}
	return strconv.QuoteToGraphic(claim)
}

// caller returns what the claims say. Any text can be a mode, and it reaches the state, so
// it must be short and printable, and hold no credential.
func (t appToken) caller() providerdata.Caller {
	id := func(claim string) *string {
		id, _ := t.text(claim)
		if !paymentapi.IsUUID(id) {
			return nil
		}
		return new(strings.ToLower(id))
	}
	notPrintable := func(r rune) bool { return !unicode.IsPrint(r) }
	caller := providerdata.Caller{MerchantID: id("merchant_id"), StoreID: id("store_id"), Err: t.err}
	if mode, err := t.text("mode"); err == nil && len(mode) <= maxShownClaim && !strings.ContainsFunc(mode, notPrintable) && !t.holdsCredential(mode) {
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
