// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"debug/buildinfo"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestMain lets the test binary stand in for the command that the sandbox runs.
func TestMain(m *testing.M) {
	if os.Getenv("SANDBOX_TEST_ASK") != "" {
		os.Exit(ask())
	}
	os.Exit(m.Run())
}

// ask reports the answers of the service that the environment names as the exit status: 0 if it lists charges.
func ask() int {
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: os.Getenv("PAYMENTSERVICE_BASE_URL"), Secret: os.Getenv("PAYMENTSERVICE_SECRET"), AppToken: os.Getenv("PAYMENTSERVICE_APP_TOKEN"),
		MaxAttempts: 1,
	})
	if err != nil {
		return 2
	}
	_, err = client.ListCharges(context.Background(), paymentapi.ChargeQuery{})
	switch {
	case err == nil:
		return 0
	case paymentapi.FaultOf(err) == paymentapi.FaultUnavailable:
		return 7
	}
	return 3
}

// A command finds the service by its environment, and its exit status is the sandbox's.
func TestRun_command(t *testing.T) { //nolint:paralleltest // sets the environment
	t.Setenv("SANDBOX_TEST_ASK", "1")
	for name, test := range map[string]struct { //nolint:paralleltest // see above
		flags []string
		want  int
	}{
		"served":  {nil, 0},
		"refused": {[]string{"-share-503", "1"}, 7},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := run(t.Context(), append(append([]string{"-address", "127.0.0.1:0", "-directory", t.TempDir()}, test.flags...), os.Args[0]), io.Discard)
			if got != test.want || err != nil {
				t.Errorf("it ends with status %d and %v, want status %d", got, err, test.want)
			}
		})
	}
}

// A command that is interrupted by a terminal gets the signal from there. The sandbox
// serves it until it has ended, and ends as it does.
func TestRun_interrupted(t *testing.T) { //nolint:paralleltest // sets the environment
	t.Setenv("SANDBOX_TEST_ASK", "1")
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := run(interrupted, []string{"-address", "127.0.0.1:0", os.Args[0]}, io.Discard); got != 0 || err != nil {
		t.Errorf("it ends with status %d and %v, want what the command says", got, err)
	}
}

// A build that fails is an error of the sandbox, not the end of its command.
func TestRun_buildFails(t *testing.T) { //nolint:paralleltest // sets the environment
	t.Setenv("GOFLAGS", "-no-such-flag")
	_, err := run(t.Context(), []string{"-build", "-directory", t.TempDir(), os.Args[0]}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "building the provider") || !strings.Contains(err.Error(), "no-such-flag") {
		t.Errorf("it says %v", err)
	}
}

// Each flag changes what the service answers.
func TestOptions(t *testing.T) {
	t.Parallel()
	hook := "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	for name, test := range map[string]struct {
		flags, method, path string
		times               int // requests; the last one counts
		want                string
	}{
		"as it is":              {"", "GET", hook + "/" + fakeservice.ExampleWebhookID(1), 1, "200"},
		"no GET":                {"-no-get", "GET", hook + "/" + fakeservice.ExampleWebhookID(1), 1, "405"},
		"no list":               {"-no-list", "GET", hook, 1, "404"},
		"a second of one URL":   {"", "POST", hook, 2, "201 409"},
		"no creation":           {"-no-create", "POST", hook, 1, "405"},
		"an unknown store":      {"", "GET", "/stores/" + fakeservice.ExampleWebhookID(1) + "/charges", 1, "404"},
		"a burst":               {"-per-minute 1 -burst 3", "GET", "/charges", 3, "200"},
		"past a burst":          {"-per-minute 1 -burst 3", "GET", "/charges", 4, "429"},
		"all are unavailable":   {"-share-503 1", "GET", "/charges", 1, "503"},
		"some are unavailable":  {"-share-503 0.5", "GET", "/charges", 40, "200 503"},
		"all are cut off":       {"-share-cut 1", "GET", "/charges", 1, "unexpected EOF"},
		"a share of everything": {"-share-503 2", "", "", 0, "a share is a number from 0 to 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, err := parse(strings.Fields(test.flags))
			if test.times == 0 {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("it says %v, want %q", err, test.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			server, err := fakeservice.Start(o.service())
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			last := ""
			for range test.times {
				last = answer(t, server, test.method, test.path)
				seen[last] = true
			}
			if both := strings.Join(slices.Sorted(maps.Keys(seen)), " "); last != test.want && both != test.want {
				t.Errorf("the answers are %s, the last %s, want %s", both, last, test.want)
			}
		})
	}
}

// answer returns the status of an answer, or the error with which its body ends.
func answer(t *testing.T, server *fakeservice.Server, method, path string) string {
	t.Helper()
	body, contentType := "", ""
	if method == http.MethodPost {
		body, contentType = `{"url":"https://hooks.example.com/new","triggers":["charge_finished"]}`, "application/json"
	}
	request, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := http.DefaultClient.Do(request)
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
		{"list", "webhook 1: " + fakeservice.ExampleWebhookID(1) + ", active"},
		{"stop 1", "webhook 1 is stopped: the next plan shows it"},
		{"stop 1", "webhook 1 is stopped already"},
		{"list", "webhook 1: " + fakeservice.ExampleWebhookID(1) + ", stopped"},
		{"delete 1", "webhook 1 is deleted: the next plan says so"},
		{"delete 1", "to get it back, start the sandbox again"},
		{"stop 1", "to get it back, start the sandbox again"},
		{"list", "webhook 1: " + fakeservice.ExampleWebhookID(1) + ", deleted"},
		{"stop 9", "with N from 1 to 6"},
		{"stop", "type stop N"},
		{"help", "type stop N"},
		{"resume 2", "type stop N"},
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

// Each filter that the sandbox suggests finds the charges.
func TestService_consumer(t *testing.T) {
	t.Parallel()
	server, err := fakeservice.Start(options{}.service())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	p := acctest.Configured(t, server, nil)
	for name, filter := range map[string]acctest.Values{
		"phone": {"phone": fakeservice.ExamplePhone},
		"email": {"extra_filters": acctest.Values{"email": fakeservice.ExampleEmail}},
		"card": {"card": acctest.Values{
			"last_four": fakeservice.ExampleCard.LastFour, "name": fakeservice.ExampleCard.Name, "exp_month": fakeservice.ExampleCard.ExpMonth, "exp_year": fakeservice.ExampleCard.ExpYear,
		}},
	} {
		result, diags := p.Read(t.Context(), "paymentservice_charges", filter)
		if list, _ := result["charges"].([]any); len(list) != 3 || len(diags) > 0 {
			t.Errorf("by %s: %d charges and %s, want %d", name, len(list), diags, 3)
		}
	}
}

// Whoever asks for the charges of yesterday finds some, in both stores.
func TestService_yesterday(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := options{}.service()
		today := time.Now().UTC().Truncate(24 * time.Hour)
		for _, store := range []string{fakeservice.DefaultStoreID, fakeservice.ExampleStoreID} {
			found := slices.ContainsFunc(service.Charges(store), func(c fakeservice.Charge) bool {
				return c.CreatedOn.Before(today) && !c.CreatedOn.Before(today.AddDate(0, 0, -1))
			})
			if !found {
				t.Errorf("store %s has no charge of yesterday", store)
			}
		}
	})
}

// The sandbox shows what arrives and why it is refused, but no value that was sent.
func TestDescribe(t *testing.T) {
	t.Parallel()
	shown := make(chan string, 100)
	server, err := fakeservice.Start(options{}.service(fakeservice.WithObserver(func(r fakeservice.Request) { shown <- describe(r) + "\n" })))
	if err != nil {
		t.Fatal(err)
	}
	p := acctest.Configured(t, server, nil)
	p.NewResource("paymentservice_webhook").Apply(t.Context(), acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": fakeservice.ExampleWebhookID(1), "auth_token": "top-secret"})
	p.Read(t.Context(), "paymentservice_charges", acctest.Values{"extra_filters": acctest.Values{"page": "top-secret"}})
	if err := server.Close(); err != nil { // which waits for the last line
		t.Fatal(err)
	}
	close(shown)
	var all strings.Builder
	for line := range shown {
		all.WriteString(line)
	}
	for _, want := range []string{fakeservice.ExampleWebhookID(1) + " → 200  {auth_token}\n", "GET   /charges → 400  VALIDATION_ERROR page:UNKNOWN_FIELD\n"} {
		if !strings.Contains(all.String(), want) || strings.Contains(all.String(), "top-secret") {
			t.Errorf("it shows %s, want %s", all.String(), want)
		}
	}
}
