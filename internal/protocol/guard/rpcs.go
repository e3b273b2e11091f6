// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// GetMetadata guards the call of the same name.
func (s *server) GetMetadata(ctx context.Context, req *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return rpc[tfprotov6.GetMetadataRequest, tfprotov6.GetMetadataResponse]{
		name: "GetMetadata", subject: theProvider, call: s.Server.GetMetadata,
		diagnostics: func(r *tfprotov6.GetMetadataResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// GetResourceIdentitySchemas guards the call of the same name.
func (s *server) GetResourceIdentitySchemas(ctx context.Context, req *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return rpc[tfprotov6.GetResourceIdentitySchemasRequest, tfprotov6.GetResourceIdentitySchemasResponse]{
		name: "GetResourceIdentitySchemas", subject: theProvider, call: s.Server.GetResourceIdentitySchemas,
		diagnostics: func(r *tfprotov6.GetResourceIdentitySchemasResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// GetProviderSchema guards the call of the same name.
func (s *server) GetProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	return rpc[tfprotov6.GetProviderSchemaRequest, tfprotov6.GetProviderSchemaResponse]{
		name: "GetProviderSchema", subject: theProvider, call: s.Server.GetProviderSchema,
		diagnostics: func(r *tfprotov6.GetProviderSchemaResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ValidateProviderConfig guards the call of the same name.
func (s *server) ValidateProviderConfig(ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return rpc[tfprotov6.ValidateProviderConfigRequest, tfprotov6.ValidateProviderConfigResponse]{
		name: "ValidateProviderConfig", subject: theProvider, config: req.Config, call: s.Server.ValidateProviderConfig,
		diagnostics: func(r *tfprotov6.ValidateProviderConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ConfigureProvider guards the call of the same name.
func (s *server) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return rpc[tfprotov6.ConfigureProviderRequest, tfprotov6.ConfigureProviderResponse]{
		name: "ConfigureProvider", subject: theProvider, config: req.Config, call: s.Server.ConfigureProvider,
		diagnostics: func(r *tfprotov6.ConfigureProviderResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ValidateResourceConfig guards the call of the same name.
func (s *server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return rpc[tfprotov6.ValidateResourceConfigRequest, tfprotov6.ValidateResourceConfigResponse]{
		name: "ValidateResourceConfig", subject: req.TypeName, config: req.Config, call: s.Server.ValidateResourceConfig,
		diagnostics: func(r *tfprotov6.ValidateResourceConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// UpgradeResourceState guards the call of the same name.
func (s *server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return rpc[tfprotov6.UpgradeResourceStateRequest, tfprotov6.UpgradeResourceStateResponse]{
		name: "UpgradeResourceState", subject: req.TypeName, call: s.Server.UpgradeResourceState,
		diagnostics: func(r *tfprotov6.UpgradeResourceStateResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ReadResource guards the call of the same name.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return rpc[tfprotov6.ReadResourceRequest, tfprotov6.ReadResourceResponse]{
		name: "ReadResource", subject: req.TypeName, call: s.Server.ReadResource,
		diagnostics: func(r *tfprotov6.ReadResourceResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
		unchanged:   keepRead,
	}.do(ctx, req)
}

// PlanResourceChange guards the call of the same name.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return rpc[tfprotov6.PlanResourceChangeRequest, tfprotov6.PlanResourceChangeResponse]{
		name: "PlanResourceChange", subject: req.TypeName, config: planned(req), call: s.Server.PlanResourceChange,
		diagnostics: func(r *tfprotov6.PlanResourceChangeResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ApplyResourceChange guards the call of the same name.
func (s *server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return rpc[tfprotov6.ApplyResourceChangeRequest, tfprotov6.ApplyResourceChangeResponse]{
		name: "ApplyResourceChange", subject: req.TypeName, config: req.Config, call: s.Server.ApplyResourceChange,
		diagnostics: func(r *tfprotov6.ApplyResourceChangeResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
		unchanged:   keepApply,
	}.do(ctx, req)
}

// ImportResourceState guards the call of the same name.
func (s *server) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return rpc[tfprotov6.ImportResourceStateRequest, tfprotov6.ImportResourceStateResponse]{
		name: "ImportResourceState", subject: req.TypeName, call: s.Server.ImportResourceState,
		diagnostics: func(r *tfprotov6.ImportResourceStateResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// MoveResourceState guards the call of the same name.
func (s *server) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse, error) {
	return rpc[tfprotov6.MoveResourceStateRequest, tfprotov6.MoveResourceStateResponse]{
		name: "MoveResourceState", subject: req.TargetTypeName, call: s.Server.MoveResourceState,
		diagnostics: func(r *tfprotov6.MoveResourceStateResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// UpgradeResourceIdentity guards the call of the same name.
func (s *server) UpgradeResourceIdentity(ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return rpc[tfprotov6.UpgradeResourceIdentityRequest, tfprotov6.UpgradeResourceIdentityResponse]{
		name: "UpgradeResourceIdentity", subject: req.TypeName, call: s.Server.UpgradeResourceIdentity,
		diagnostics: func(r *tfprotov6.UpgradeResourceIdentityResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// GenerateResourceConfig guards the call of the same name.
func (s *server) GenerateResourceConfig(ctx context.Context, req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return rpc[tfprotov6.GenerateResourceConfigRequest, tfprotov6.GenerateResourceConfigResponse]{
		name: "GenerateResourceConfig", subject: req.TypeName, call: s.Server.GenerateResourceConfig,
		diagnostics: func(r *tfprotov6.GenerateResourceConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ValidateDataResourceConfig guards the call of the same name.
func (s *server) ValidateDataResourceConfig(ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return rpc[tfprotov6.ValidateDataResourceConfigRequest, tfprotov6.ValidateDataResourceConfigResponse]{
		name: "ValidateDataResourceConfig", subject: req.TypeName, config: req.Config, call: s.Server.ValidateDataResourceConfig,
		diagnostics: func(r *tfprotov6.ValidateDataResourceConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ReadDataSource guards the call of the same name.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return rpc[tfprotov6.ReadDataSourceRequest, tfprotov6.ReadDataSourceResponse]{
		name: "ReadDataSource", subject: req.TypeName, config: req.Config, call: s.Server.ReadDataSource,
		diagnostics: func(r *tfprotov6.ReadDataSourceResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ValidateEphemeralResourceConfig guards the call of the same name.
func (s *server) ValidateEphemeralResourceConfig(ctx context.Context, req *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return rpc[tfprotov6.ValidateEphemeralResourceConfigRequest, tfprotov6.ValidateEphemeralResourceConfigResponse]{
		name: "ValidateEphemeralResourceConfig", subject: req.TypeName, config: req.Config, call: s.Server.ValidateEphemeralResourceConfig,
		diagnostics: func(r *tfprotov6.ValidateEphemeralResourceConfigResponse) *[]*tfprotov6.Diagnostic {
			return &r.Diagnostics
		},
	}.do(ctx, req)
}

// OpenEphemeralResource guards the call of the same name.
func (s *server) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return rpc[tfprotov6.OpenEphemeralResourceRequest, tfprotov6.OpenEphemeralResourceResponse]{
		name: "OpenEphemeralResource", subject: req.TypeName, config: req.Config, call: s.Server.OpenEphemeralResource,
		diagnostics: func(r *tfprotov6.OpenEphemeralResourceResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// RenewEphemeralResource guards the call of the same name.
func (s *server) RenewEphemeralResource(ctx context.Context, req *tfprotov6.RenewEphemeralResourceRequest) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	return rpc[tfprotov6.RenewEphemeralResourceRequest, tfprotov6.RenewEphemeralResourceResponse]{
		name: "RenewEphemeralResource", subject: req.TypeName, call: s.Server.RenewEphemeralResource,
		diagnostics: func(r *tfprotov6.RenewEphemeralResourceResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// CloseEphemeralResource guards the call of the same name.
func (s *server) CloseEphemeralResource(ctx context.Context, req *tfprotov6.CloseEphemeralResourceRequest) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	return rpc[tfprotov6.CloseEphemeralResourceRequest, tfprotov6.CloseEphemeralResourceResponse]{
		name: "CloseEphemeralResource", subject: req.TypeName, call: s.Server.CloseEphemeralResource,
		diagnostics: func(r *tfprotov6.CloseEphemeralResourceResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ValidateActionConfig guards the call of the same name.
func (s *server) ValidateActionConfig(ctx context.Context, req *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	return rpc[tfprotov6.ValidateActionConfigRequest, tfprotov6.ValidateActionConfigResponse]{
		name: "ValidateActionConfig", subject: req.ActionType, config: req.Config, call: s.Server.ValidateActionConfig,
		diagnostics: func(r *tfprotov6.ValidateActionConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// PlanAction guards the call of the same name.
func (s *server) PlanAction(ctx context.Context, req *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	return rpc[tfprotov6.PlanActionRequest, tfprotov6.PlanActionResponse]{
		name: "PlanAction", subject: req.ActionType, config: req.Config, call: s.Server.PlanAction,
		diagnostics: func(r *tfprotov6.PlanActionResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}
