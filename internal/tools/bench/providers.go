// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/baseline"
)

const (
	targetVariable = "BENCH_TARGET"
	usageVariable  = "BENCH_USAGE"
	usageFile      = "usage.json"
)

func encodeTarget(command []string) string {
	raw, _ := json.Marshal(command) // strings are always JSON
	return string(raw)
}

// launch stands in for a provider: it runs the command that the environment
// names, and notes what that took. The CLI does not tell the one from the other.
func launch() int {
	var command []string
	if json.Unmarshal([]byte(os.Getenv(targetVariable)), &command) != nil || len(command) == 0 {
		return 1
	}
	signal.Ignore(os.Interrupt)
	child := exec.CommandContext(context.Background(), command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := child.Run()
	if child.ProcessState == nil {
		return 1
	}
	f := figure{CPU: child.ProcessState.UserTime() + child.ProcessState.SystemTime()}
	if r, ok := child.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.Memory = float64(r.Maxrss<<10) / 1e6
	}
	out, openErr := os.OpenFile(os.Getenv(usageVariable), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if openErr != nil || errors.Join(err, json.NewEncoder(out).Encode(f), out.Close()) != nil {
		return 1
	}
	return 0
}

// readUsage adds up what the provider's processes of one run took.
func readUsage(path string) (figure, error) {
	in, err := os.Open(path)
	if err != nil {
		return figure{}, errors.New("no provider process has ended in order")
	}
	defer in.Close()
	var sum figure
	for decoder := json.NewDecoder(in); decoder.More(); {
		var one figure
		if err := decoder.Decode(&one); err != nil {
			return figure{}, err
		}
		sum.CPU += one.CPU
		sum.Memory = max(sum.Memory, one.Memory)
	}
	return sum, nil
}

// serve runs a provider to compare with: the usual way to build a list, or one
// that has the finished value in a file.
func serve(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "reflection":
		return tf6server.Serve(provider.Address, providerserver.NewProtocol6(baseline.NewProvider(provider.New("bench"))))
	case len(args) == 2 && args[0] == "floor":
		return tf6server.Serve(provider.Address, func() tfprotov6.ProviderServer { return floor{provider.NewServer("bench")(), args[1]} })
	}
	return errors.New("serve reflection | serve floor FILE")
}

// floor is the provider with a data source that reads its value only once and then
// takes it from a file.
type floor struct {
	tfprotov6.ProviderServer
	file string
}

func (f floor) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	if value, err := os.ReadFile(f.file); err == nil {
		return &tfprotov6.ReadDataSourceResponse{State: &tfprotov6.DynamicValue{MsgPack: value}}, nil
	}
	resp, err := f.ProviderServer.ReadDataSource(ctx, req)
	if err != nil || resp.State == nil {
		return resp, err
	}
	return resp, os.WriteFile(f.file, resp.State.MsgPack, 0o600)
}
