// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/echoprovider"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// ProviderFactories serves the provider in the process of the test, and the provider "echo",
// which copies ephemeral values into a state. The environment of the provider leads to a fake
// service, so that a configuration needs no provider block.
func ProviderFactories(
	server *fakeservice.Server, options ...provider.Option,
) map[string]func() (tfprotov6.ProviderServer, error) {
	environment := func(name string) (value string) {
		for _, setting := range server.Environment() {
			if set, ok := strings.CutPrefix(setting, name+"="); ok {
				value = set
			}
		}
		return value
	}
	serve := provider.NewServer("test", append([]provider.Option{provider.WithEnvironment(environment)}, options...)...)
	return map[string]func() (tfprotov6.ProviderServer, error){
		"paymentservice": func() (tfprotov6.ProviderServer, error) { return serve(), nil },
		"echo":           echoprovider.NewProviderServer(),
	}
}

// PreCheck chooses the CLI for a test with terraform-plugin-testing, and fails the test if there
// is none: the library would download Terraform, or end the process.
func PreCheck(t testing.TB) {
	t.Helper()
	FindCLI(t)
	if err := configureLibrary(); err != nil {
		t.Fatal(err)
	}
}

// configureLibrary leads terraform-plugin-testing to the CLI. The library takes its settings from
// the environment of the process, for all tests of a package alike.
var configureLibrary = sync.OnceValue(func() error {
	found, err := openCLI()
	if err != nil {
		return err
	}
	return errors.Join(
		os.Setenv("TF_ACC_TERRAFORM_PATH", found.Path),
		os.Setenv("TF_ACC_PROVIDER_HOST", found.Registry()), // of a provider without an address
		os.Setenv("TF_CLI_CONFIG_FILE", os.DevNull),         // not the developer's own
	)
})

// SkipBelow skips a test if the CLI is older than these versions of Terraform and OpenTofu. An
// empty version means that this CLI never has what the test needs. tfversion.SkipBelow cannot
// tell the two CLIs apart.
func SkipBelow(terraform, openTofu string) tfversion.TerraformVersionCheck {
	return skipBelow{terraform, openTofu}
}

type skipBelow struct{ terraform, openTofu string }

// CheckTerraformVersion implements [tfversion.TerraformVersionCheck].
func (s skipBelow) CheckTerraformVersion(
	_ context.Context, _ tfversion.CheckTerraformVersionRequest, resp *tfversion.CheckTerraformVersionResponse,
) {
	found, err := openCLI()
	if err != nil {
		resp.Error = noCLI(err)
		return
	}
	resp.Skip = found.TooOld(s.terraform, s.openTofu)
}

// ErrorContains matches an error that contains these texts, one after the other. The CLI breaks
// lines anywhere, so any white space matches a blank.
func ErrorContains(texts ...string) *regexp.Regexp {
	var patterns []string
	for _, text := range texts {
		var words []string
		for _, word := range strings.Fields(text) {
			words = append(words, regexp.QuoteMeta(word))
		}
		patterns = append(patterns, strings.Join(words, `\s+`))
	}
	return regexp.MustCompile(`(?s)` + strings.Join(patterns, `.*`))
}

// ExpectWrites returns a PostApplyFunc that compares the requests since the last call that were
// to change something: the method, the path template, and the body with sorted names, such as
//
//	PATCH /stores/{storeId}/webhooks/{webhookId} {"active":true}
//
// Without any, nothing may have been sent but reads. The log of the service is empty then. The
// library does not call the PostApplyFunc of a step with ExpectError.
func ExpectWrites(t testing.TB, service *fakeservice.Service, want ...string) func() {
	t.Helper()
	return func() {
		t.Helper()
		var got []string
		for _, r := range service.Requests() {
			if r.Method == http.MethodGet {
				continue
			}
			request := r.Route
			if body := r.JSON(); body != nil {
				encoded, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				request += " " + string(encoded)
			}
			got = append(got, request)
		}
		service.ResetRequests()
		if !slices.Equal(got, want) {
			t.Errorf("sent\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
}

// ExpectNoRequests fails the test if any request was sent since the last call of ExpectWrites.
func ExpectNoRequests(t testing.TB, service *fakeservice.Service) {
	t.Helper()
	for _, r := range service.Requests() {
		t.Errorf("sent %s", r.Route)
	}
}

// PlanCheckFunc is a [plancheck.PlanCheck] for what the library has no check for.
type PlanCheckFunc func(*tfjson.Plan) error

// CheckPlan implements [plancheck.PlanCheck].
func (f PlanCheckFunc) CheckPlan(
	_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse,
) {
	resp.Error = f(req.Plan)
}

// StateCheckFunc is a [statecheck.StateCheck] for what the library has no check for.
type StateCheckFunc func(*tfjson.State) error

// CheckState implements [statecheck.StateCheck].
func (f StateCheckFunc) CheckState(
	_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse,
) {
	resp.Error = f(req.State)
}
