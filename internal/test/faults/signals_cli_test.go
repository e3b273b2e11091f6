// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package faults_test

import (
	"errors"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// timeout, dumb-init and "tini -g" signal the whole process group, so the provider gets the
// signal, too. A webhook that is being created then is recorded, and no process is left.
func TestAccSignals(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]syscall.Signal{
		"SIGINT":  syscall.SIGINT,
		"SIGTERM": syscall.SIGTERM,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.0")
			cli.Write("main.tf", `
resource "paymentservice_webhook" "test" {
  store_id          = "`+fakeservice.DefaultStoreID+`"
  delete_on_destroy = true
  url               = "https://hooks.example.org/payments"
  triggers          = ["charge_finished"]
}
`)
			arrived := make(chan struct{})
			service.Inject(fakeservice.Fault{
				Method: http.MethodPost,
				Times:  1,
				Delay:  time.Second,
				Match: func(fakeservice.Request) bool {
					close(arrived)
					return true
				},
			})
			command := cli.Command(t.Context(), "apply", "-auto-approve", "-input=false")
			command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			var out strings.Builder
			command.Stdout = &out
			command.Stderr = &out
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			group := -command.Process.Pid
			select {
			case <-arrived:
				if err := syscall.Kill(group, signal); err != nil {
					t.Error(err)
				}
			case <-t.Context().Done():
			}
			_ = command.Wait() // an interrupted apply is a failure to some CLIs only
			if err := syscall.Kill(group, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("a process is left: %v", err)
				_ = syscall.Kill(group, syscall.SIGKILL)
			}

			created := service.Webhooks()
			state := cli.Traces()["terraform.tfstate"]
			if len(created) != 1 || !strings.Contains(state, created[0].ID) {
				t.Errorf("%d webhooks exist, and the state is %q; the CLI said %s", len(created), state, out.String())
			}
		})
	}
}
