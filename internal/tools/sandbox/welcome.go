// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const welcome = `A payment service to play with, at %s

In another terminal, type:

  source %s

Then follow docs/guides/getting-started.md.

The service has:

%s
Like many real services, it does more than the API's description shows. It also

%s
The credentials are those of the first store, for test mode. To try what happens with
those of the third store, for live mode, source this file instead:

  source %s

The charges are of 2025 and of the last seven days. Three of them can be found by
the phone number %s, by the email %s (in extra_filters),
or by the card %s of %s, %s/%s.

Here, type "stop 1" to stop webhook 1 as the service does after failed
notifications. Press Ctrl-C to end. Requests are shown as they arrive:

`

// greet writes the files that lead a shell to the service, and says what there is.
func greet(
	service *fakeservice.Service, server *fakeservice.Server, directory string, environment []string, out io.Writer,
) error {
	env := filepath.Join(directory, "env")
	live := filepath.Join(directory, "env-live")
	if err := os.MkdirAll(directory, 0o750); err != nil {
		return err
	}
	if err := os.WriteFile(env, []byte(exportAll(environment)), 0o600); err != nil {
		return err
	}
	environment = append(environment, // the last one counts
		"PAYMENTSERVICE_SECRET="+fakeservice.LiveSecret,
		"PAYMENTSERVICE_APP_TOKEN="+fakeservice.LiveAppToken,
	)
	if err := os.WriteFile(live, []byte(exportAll(environment)), 0o600); err != nil {
		return err
	}

	consumer := fakeservice.ExampleConsumer
	_, err := fmt.Fprintf(out, welcome,
		server.URL,
		quoteForShell(env),
		inventory(service),
		extensions(service),
		quoteForShell(live),
		consumer["phone"],
		consumer["email"],
		consumer["last_four"],
		consumer["name"],
		consumer["exp_month"],
		consumer["exp_year"],
	)
	return err
}

// inventory lists the stores and their webhooks.
func inventory(service *fakeservice.Service) string {
	list := "merchant " + fakeservice.DefaultMerchantID + "\n"
	for i, store := range fakeservice.ExampleWebhooks {
		if i == 0 || store != fakeservice.ExampleWebhooks[i-1] {
			list += fmt.Sprintf("store %s with %d charges\n", store, len(service.Charges(store)))
		}
		list += fmt.Sprintf("  webhook %d: %s\n", i+1, fakeservice.ExampleWebhookID(i+1))
	}
	return list
}

// extensions lists what the service does beyond the API's description.
func extensions(service *fakeservice.Service) string {
	var list strings.Builder
	for _, extension := range service.Extensions() {
		list.WriteString("- " + extension + "\n")
	}
	return list.String()
}

// exportAll returns settings as lines for a shell.
func exportAll(settings []string) string {
	var lines strings.Builder
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		fmt.Fprintf(&lines, "export %s=%s\n", name, quoteForShell(value))
	}
	return lines.String()
}

// quoteForShell quotes a text so that a shell takes it literally.
func quoteForShell(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
