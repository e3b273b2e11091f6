// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	ephemeraltimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/ephemeral/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const ephemeralDescription = description + "\n\n" +
	"This ephemeral resource has the same arguments and results as the data source of the same name, but stores no charge in the plan or the state. " +
	"The list is read again in every plan and every apply."

// ephemeralSchema returns the data source's schema as that of an ephemeral
// resource.
func ephemeralSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: ephemeralDescription,
		Attributes:          ephemeralAttributes(dataSourceSchema().Attributes),
		Blocks: map[string]schema.Block{
			"timeouts": schema.SingleNestedBlock{
				MarkdownDescription: timeoutsDescription,
				Attributes: map[string]schema.Attribute{
					"open": schema.StringAttribute{Optional: true, MarkdownDescription: timeoutDescription, Validators: []validator.String{validators.Timeout()}},
				},
				CustomType: ephemeraltimeouts.Type{ObjectType: types.ObjectType{AttrTypes: map[string]attr.Type{"open": types.StringType}}},
			},
		},
	}
}

// ephemeralAttributes converts attributes one by one: those of both kinds of
// schema have the same fields. An attribute of a type that it does not know is
// left out, which a test would show.
func ephemeralAttributes(from map[string]dataschema.Attribute) map[string]schema.Attribute {
	to := make(map[string]schema.Attribute, len(from))
	for name, attribute := range from {
		switch a := attribute.(type) {
		case dataschema.BoolAttribute:
			to[name] = schema.BoolAttribute(a)
		case dataschema.Int64Attribute:
			to[name] = schema.Int64Attribute(a)
		case dataschema.MapAttribute:
			to[name] = schema.MapAttribute(a)
		case dataschema.NumberAttribute:
			to[name] = schema.NumberAttribute(a)
		case dataschema.SetAttribute:
			to[name] = schema.SetAttribute(a)
		case dataschema.StringAttribute:
			to[name] = schema.StringAttribute(a)
		case dataschema.SingleNestedAttribute:
			to[name] = schema.SingleNestedAttribute{
				Attributes: ephemeralAttributes(a.Attributes),
				Optional:   a.Optional, Sensitive: a.Sensitive, MarkdownDescription: a.MarkdownDescription,
			}
		case dataschema.ListNestedAttribute:
			to[name] = schema.ListNestedAttribute{
				NestedObject: schema.NestedAttributeObject{Attributes: ephemeralAttributes(a.NestedObject.Attributes)},
				Computed:     a.Computed, MarkdownDescription: a.MarkdownDescription,
			}
		}
	}
	return to
}
