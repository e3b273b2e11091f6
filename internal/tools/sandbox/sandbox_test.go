// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"debug/buildinfo"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A command finds the service by its environment, and its exit status is the sandbox's. One
// that is interrupted by a terminal gets the signal from there, so the sandbox serves it until
// it has ended.
func TestRun_command(t *testing.T) {
	t.Parallel()
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ctx := range map[string]context.Context{"as it ends": t.Context(), "interrupted": interrupted} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := run(ctx, []string{"-address", "127.0.0.1:0", "-directory", t.TempDir(), "sh", "-c", `test -n "$PAYMENTSERVICE_BASE_URL" && exit 7`}, io.Discard)
			if got != 7 || err != nil {
				t.Errorf("it ends with status %d and %v, want 7", got, err)
			}
		})
	}
}

// Each flag changes what the service answers.
func TestOptions(t *testing.T) {
	t.Parallel()
	hooks := "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	hook := "GET " + hooks + "/" + fakeservice.ExampleWebhookID(1)
	for name, test := range map[string]struct {
		flags, request string
		want           string // the answers to this request, one after the other
	}{
		"as it is":            {"", hook, "200"},
		"no GET":              {"-no-get", hook, "405"},
		"no list":             {"-no-list", "GET " + hooks, "404"},
		"no creation":         {"-no-create", "POST " + hooks, "405"},
		"a second of one URL": {"", "POST " + hooks, "201, 409"},
		"past a burst":        {"-per-minute 1 -burst 3", "GET /charges", "200, 200, 200, 429"},
		"all are unavailable": {"-share-503 1", "GET /charges", "503"},
		"all are cut off":     {"-share-cut 1", "GET /charges", "unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, err := parse(strings.Fields(test.flags))
			if err != nil {
				t.Fatal(err)
			}
			server := acctest.Serve(t, o.service())
			for _, want := range strings.Split(test.want, ", ") {
				if got := answer(t, server, test.request); got != want {
					t.Errorf("the answer is %s, want %s", got, want)
				}
			}
		})
	}
	if _, err := parse([]string{"-share-503", "2"}); err == nil || !strings.Contains(err.Error(), "a share is a number from 0 to 1") {
		t.Errorf("of a share of 2, it says %v", err)
	}
}

// answer returns the status of an answer, or the error with which its body ends.
func answer(t *testing.T, server *fakeservice.Server, request string) string {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Body = io.NopCloser(strings.NewReader(`{"url":"https://hooks.example.com/new","triggers":["charge_finished"]}`))
		r.ContentLength = -1
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.ReadAll(response.Body); err != nil {
		return err.Error()
	}
	return strconv.Itoa(response.StatusCode)
}

func TestExportAll_isTakenLiterally(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	for name, value := range map[string]string{"a path": `/home/$USER/my $(id) clone`, "quotes": "/it's/\"here\" `id`", "empty": "", "equals": `a=b\c`} {
		command := exec.CommandContext(t.Context(), "sh", "-euc", exportAll([]string{"DEMO_VALUE=" + value})+`printf %s "$DEMO_VALUE"`)
		if got, err := command.CombinedOutput(); err != nil || string(got) != value {
			t.Errorf("%s: the shell reads %q, want %q; %v", name, got, value, err)
		}
	}
}

// The sandbox says what a command did, and what it could not do.
func TestObeyOne(t *testing.T) {
	t.Parallel()
	service := options{}.service()
	created := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/created", Active: true})
	for _, step := range []struct{ typed, says string }{
		{"list", "created: " + created.ID + ", active"},
		{"stop 1", "webhook 1 is stopped: the next plan shows it"},
		{"stop 1", "webhook 1 is stopped already"},
		{"delete 1", "webhook 1 is deleted: the next plan says so"},
		{"delete 1", "to get it back, start the sandbox again"},
		{"list", "webhook 1: " + fakeservice.ExampleWebhookID(1) + ", deleted"},
		{"stop 9", "with N from 1 to 6"},
		{"stop", "type stop N"},
	} {
		if said := obeyOne(service, step.typed); !strings.Contains(said, step.says) {
			t.Errorf("after %q it says %q, want %q", step.typed, said, step.says)
		}
	}
	if _, exists := service.Webhook(fakeservice.ExampleWebhookID(1)); exists {
		t.Error("the webhook is still there")
	}
}

// A webhook that is deleted by hand is gone in the next plan.
func TestObeyOne_deletedWebhookLeavesState(t *testing.T) {
	t.Parallel()
	service := options{}.service()
	p := acctest.Configured(t, acctest.Serve(t, service), nil)
	r := p.NewResource("paymentservice_webhook")
	if diags := r.Apply(t.Context(), acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": fakeservice.ExampleWebhookID(2)}); diags.Errors() != "" {
		t.Fatal(diags)
	}
	obeyOne(service, "delete 2")
	p.NextRun(t)
	if diags := r.Refresh(t.Context()); diags.Errors() != "" || r.State() != nil {
		t.Errorf("the state is %v: %s", r.State(), diags)
	}
}

// The live credentials are those of the third store, and guards tell them from the others.
func TestService_live(t *testing.T) {
	t.Parallel()
	server := acctest.Serve(t, options{}.service())
	live := acctest.Values{"base_url": server.URL, "secret": fakeservice.LiveSecret, "app_token": fakeservice.LiveAppToken}
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), live); len(diags) > 0 {
		t.Fatal(diags)
	}
	caller, _ := p.Read(t.Context(), "paymentservice_caller_identity", acctest.Values{})
	if caller["mode"] != "live" || caller["store_id"] != fakeservice.LiveStoreID {
		t.Errorf("the caller is %v", caller)
	}
	adopted := acctest.Values{"store_id": fakeservice.LiveStoreID, "webhook_id": fakeservice.ExampleWebhookID(6)}
	if diags := p.NewResource("paymentservice_webhook").Apply(t.Context(), adopted); diags.Errors() != "" {
		t.Error(diags)
	}
	live["allowed_modes"] = []string{"test"}
	if diags := p.Configure(t.Context(), live); !strings.Contains(diags.Errors(), "Unexpected Application Token") {
		t.Errorf("with the guards of test mode, it says %s", diags)
	}
}

// A second sandbox leaves the directory to the first one as long as that runs.
func TestFree(t *testing.T) {
	t.Parallel()
	server, err := fakeservice.Start(fakeservice.New())
	if err != nil {
		t.Fatal(err)
	}
	first := options{directory: t.TempDir()}
	if _, err := first.write("env", exportAll(server.Environment())); err != nil {
		t.Fatal(err)
	}
	if got, err := free(t.Context(), first.directory); err != nil || got != filepath.Join(first.directory, "2") {
		t.Errorf("while it runs, another one gets %s, %v", got, err)
	}
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := free(t.Context(), first.directory); err != nil || got != first.directory {
		t.Errorf("once it has ended, another one gets %s, %v", got, err)
	}
}

// In the sandbox's shell, init finds the build, as it must if there is another provider.
// The build needs no C library.
func TestAccInstall_init(t *testing.T) {
	t.Parallel()
	found := acctest.FindCLI(t)
	environment, err := options{directory: t.TempDir()}.install(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, config, _ := strings.Cut(environment[0], "=")
	builds, err := filepath.Glob(filepath.Join(filepath.Dir(config), "plugins", "*", "*", "*", "*", "*", "*"))
	if err != nil || len(builds) != 2 {
		t.Fatalf("the builds are %q, %v", builds, err)
	}
	for _, build := range builds {
		info, err := buildinfo.ReadFile(build)
		if err != nil || !slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "0"}) {
			t.Errorf("%s is built with %v, %v", build, info, err)
		}
	}
	w := found.In(t.TempDir(), config)
	if err := w.Write("main.tf", acctest.Requirement); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(t.Context(), "init"); err != nil {
		t.Error(err)
	}
}
