// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// show is a demonstration in progress.
type show struct {
	*screen
	service   *fakeservice.Service
	server    *fakeservice.Server
	workspace *workspace
}

// command returns a command of the CLI as the user types it.
func (d *show) command(name string) string {
	if d.workspace.OpenTofu {
		return "tofu " + name
	}
	return "terraform " + name
}

// demo walks through the main job with the CLI that is named, or one that it
// finds. It stops at the first step that does not work as expected.
func demo(ctx context.Context, s *screen, named string) error {
	directory, err := os.MkdirTemp("", "paymentservice-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)

	s.step("Find a CLI, build the provider, start a payment service in memory")
	c, cleanUp, err := findCLI(ctx, named)
	if err != nil {
		return err
	}
	defer cleanUp()
	s.good("%s: %s", c.Name(), c.Path)
	if err := s.build(ctx, directory); err != nil {
		return err
	}
	service := newService()
	server, err := fakeservice.Start(service)
	if err != nil {
		return err
	}
	defer server.Close()
	w, err := newWorkspace(directory, c, environment(server))
	if err != nil {
		return err
	}
	s.good("a payment service with %d webhooks and %d charges", webhooks, charges+otherCharges)

	d := &show{s, service, server, w}
	for _, part := range []func(context.Context) error{d.adopt, d.resume, d.letGo, d.list, d.summarize, d.token} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.out, "\n%s\n", s.paint(green, "Everything worked as expected. `make sandbox` lets you try it by hand."))
	return nil
}

func webhookConfig() string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" "orders" {
  store_id   = %q
  webhook_id = %q
  url        = "https://hooks.example.com/orders"
  triggers   = ["charge_finished", "refund_finished"]
  active     = true
}
`, storeID, webhookID(1))
}

// adopt takes a webhook over and finds nothing more to do.
func (d *show) adopt(ctx context.Context) error {
	d.step("Adopt a webhook that exists at the service: %s", d.command("apply"))
	if err := d.workspace.configure(webhookConfig()); err != nil {
		return err
	}
	said, err := d.workspace.apply(ctx)
	if err != nil {
		return err
	}
	d.quote(said)
	if err := d.expectUpdates(`{"active":true,"url":"https://hooks.example.com/orders","triggers":["charge_finished","refund_finished"]}`); err != nil {
		return err
	}
	d.step("Nothing is left to do: %s", d.command("plan"))
	return d.expectNoChanges(ctx)
}

// resume lets the service stop the webhook, sees it in a plan, and resumes it.
func (d *show) resume(ctx context.Context) error {
	d.step("The webhook has stopped after failed notifications: %s", d.command("plan"))
	stopWebhook(d.service, webhookID(1))
	changes, said, err := d.workspace.plan(ctx)
	if err != nil {
		return err
	}
	d.quote(said)
	if !changes || !strings.Contains(said, "= false -> true") {
		return fmt.Errorf("the plan does not show that the webhook was stopped")
	}
	d.good("the next apply would resume the webhook")

	d.step("Resume it: %s", d.command("apply"))
	said, err = d.workspace.apply(ctx)
	if err != nil {
		return err
	}
	d.quote(lastLine(said))
	if err := d.expectUpdates(`{"active":true}`); err != nil {
		return err
	}
	if w, _ := d.service.Webhook(webhookID(1)); !w.Active {
		return fmt.Errorf("the webhook is still stopped at the service")
	}
	return d.expectNoChanges(ctx)
}

// letGo destroys the resource, which leaves the webhook at the service.
func (d *show) letGo(ctx context.Context) error {
	d.step("Stop managing the webhook: %s", d.command("destroy"))
	d.service.ResetRequests()
	said, err := d.workspace.destroy(ctx)
	if err != nil {
		return err
	}
	const warning = "Warning: Webhook Stays at the Service"
	if !strings.Contains(said, warning) {
		return fmt.Errorf("destroying does not warn that the webhook stays:\n%s", said)
	}
	d.quote(said[strings.LastIndex(said, warning):])
	return d.expectUpdates()
}

func (d *show) expectNoChanges(ctx context.Context) error {
	changes, said, err := d.workspace.plan(ctx)
	if err != nil {
		return err
	}
	if changes {
		return fmt.Errorf("the plan is not empty:\n%s", said)
	}
	d.good("no changes")
	return nil
}

// expectUpdates checks the bodies of the updates that the service got since the
// last look, and forgets them.
func (d *show) expectUpdates(want ...string) error {
	var got []string
	for _, r := range d.service.Requests(fakeservice.ByMethod("PATCH")) {
		got = append(got, string(r.Body))
	}
	d.service.ResetRequests()
	if !slices.Equal(got, want) {
		return fmt.Errorf("the service received the updates %q, not %q", got, want)
	}
	if len(want) == 0 {
		d.good("the service received no update")
	}
	for _, body := range got {
		d.good("the service received one update: %s", body)
	}
	return nil
}

func lastLine(text string) string {
	lines := strings.Split(essence(text), "\n")
	return lines[len(lines)-1]
}
