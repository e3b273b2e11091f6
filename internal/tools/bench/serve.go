// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/baseline"
)

const (
	serveCommand   = "serve"
	serveReflected = "reflection"
	serveFloor     = "floor"
)

// serve runs a provider to compare with: the usual way to build a list, or one
// that has the finished value in a file.
func serve(args []string) error {
	switch {
	case len(args) == 1 && args[0] == serveReflected:
		inner := baseline.NewProvider(provider.New("bench"))
		return tf6server.Serve(provider.Address, providerserver.NewProtocol6(inner))
	case len(args) == 2 && args[0] == serveFloor:
		return tf6server.Serve(provider.Address, func() tfprotov6.ProviderServer {
			return &floor{provider.NewServer("bench")(), args[1]}
		})
	}
	return errors.New("serve reflection | serve floor FILE")
}

// floor is the provider, but that its data source has its value ready.
type floor struct {
	tfprotov6.ProviderServer
	file string
}

func (f *floor) ReadDataSource(context.Context, *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	value, err := os.ReadFile(f.file)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ReadDataSourceResponse{State: &tfprotov6.DynamicValue{MsgPack: value}}, nil
}

// encodeValue writes the value that the data source has for all charges of the
// service to a file.
func (b *bench) encodeValue(ctx context.Context, path string) error {
	server := provider.NewServer("bench")()
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return err
	}
	config, err := object(schemas.Provider, b.credentials())
	if err != nil {
		return err
	}
	configured, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil || len(configured.Diagnostics) > 0 {
		return fmt.Errorf("configuring the provider: %w %v", err, configured.Diagnostics)
	}
	query, err := object(schemas.DataSourceSchemas[chargesType], nil)
	if err != nil {
		return err
	}
	read, err := server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: chargesType, Config: query})
	if err != nil || len(read.Diagnostics) > 0 {
		return fmt.Errorf("reading charges: %w %v", err, read.Diagnostics)
	}
	return os.WriteFile(path, read.State.MsgPack, 0o600)
}
