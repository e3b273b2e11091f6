// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
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
			const script = `test -n "$PAYMENTSERVICE_BASE_URL" && exit 7`
			got, err := run(ctx, []string{"-address", "127.0.0.1:0", "sh", "-c", script}, io.Discard)
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
		flags   []string
		request string
		want    []string // the answers to this request, one after the other
	}{
		"as it is": {
			request: hook,
			want:    []string{"200"},
		},
		"no GET": {
			flags:   []string{"-no-get"},
			request: hook,
			want:    []string{"405"},
		},
		"no list": {
			flags:   []string{"-no-list"},
			request: "GET " + hooks,
			want:    []string{"405"},
		},
		"no creation": {
			flags:   []string{"-no-create"},
			request: "POST " + hooks,
			want:    []string{"405"},
		},
		"a second of one URL": {
			request: "POST " + hooks,
			want:    []string{"201", "409"},
		},
		"past a burst": {
			flags:   []string{"-per-minute", "1", "-burst", "3"},
			request: "GET /charges",
			want:    []string{"200", "200", "200", "429"},
		},
		"all are unavailable": {
			flags:   []string{"-share-503", "1"},
			request: "GET /charges",
			want:    []string{"503"},
		},
		"all are cut off": {
			flags:   []string{"-share-cut", "1"},
			request: "GET /charges",
			want:    []string{"unexpected EOF"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, err := parse(test.flags)
			if err != nil {
				t.Fatal(err)
			}
			server := acctest.Serve(t, o.service())
			for _, want := range test.want {
				if got := answer(t, server, test.request); got != want {
					t.Errorf("the answer is %s, want %s", got, want)
				}
			}
		})
	}
	_, err := parse([]string{"-share-503", "2"})
	if err == nil || !strings.Contains(err.Error(), "a share is a number from 0 to 1") {
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
		const created = `{"url":"https://hooks.example.com/new","triggers":["charge_finished"]}`
		r.Body = io.NopCloser(strings.NewReader(created))
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
	for name, value := range map[string]string{
		"a path": `/home/$USER/my $(id) clone`,
		"quotes": "/it's/\"here\" `id`",
		"empty":  "",
		"equals": `a=b\c`,
	} {
		script := exportAll([]string{"DEMO_VALUE=" + value}) + `printf %s "$DEMO_VALUE"`
		command := exec.CommandContext(t.Context(), "sh", "-euc", script)
		if got, err := command.CombinedOutput(); err != nil || string(got) != value {
			t.Errorf("%s: the shell reads %q, want %q; %v", name, got, value, err)
		}
	}
}

// The sandbox says at its start what it does beyond the API's description, and nothing that a flag
// has turned off.
func TestGreet_extensions(t *testing.T) {
	t.Parallel()
	const list, read = "- lists the webhooks of a store\n", "- reads a webhook (GET)\n"
	for name, test := range map[string]struct {
		options options
		reads   bool
	}{
		"as it is": {reads: true},
		"no GET":   {options: options{withoutGet: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := test.options.service()
			server := acctest.Serve(t, service)
			var said strings.Builder
			if err := greet(service, server, t.TempDir(), server.Environment(), &said); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(said.String(), list) || strings.Contains(said.String(), read) != test.reads {
				t.Errorf("it says %s", said.String())
			}
		})
	}
}

// What is typed stops a webhook, or is explained.
func TestObey(t *testing.T) {
	t.Parallel()
	service := options{}.service()
	var said strings.Builder
	obey(service, &said, strings.NewReader("stop 9\nstop 1\n"))
	lines := strings.Split(said.String(), "\n")
	if !strings.Contains(lines[0], "N from 1 to 6") || !strings.Contains(lines[1], "webhook 1 is stopped") {
		t.Errorf("it says %q", lines)
	}
	if stopped, _ := service.Webhook(fakeservice.ExampleWebhookID(1)); stopped.Active {
		t.Error("the webhook is not stopped")
	}
}

// A sandbox beside the one at the default address has files of its own.
func TestOptions_directory(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		defaultAddress: "root",
		"127.0.0.1:0":  filepath.Join("root", "4711"),
	} {
		got := options{address: address}.directory("root", "http://127.0.0.1:4711")
		if got != want {
			t.Errorf("the files of %s are in %s, want %s", address, got, want)
		}
	}
}
