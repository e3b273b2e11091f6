// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

// TestCases: cases.txt has configurations, and below each what comes of it. To add
// one, write its first line and run the test with -update.
//
// A configuration is a payment type, changes of its right arguments by path, and
// maybe an argument with values to try one after the other. "?" is a value that is
// not known. The outcome is what validation says, with the path if it has one, or the
// request that is sent.
func TestCases(t *testing.T) {
	t.Parallel()

	var sent string
	record := transport(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		sent = string(body)
		return &http.Response{
			StatusCode: http.StatusCreated, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
			Body: io.NopCloser(strings.NewReader(`{"id":"` + id + `"}`)),
		}, err
	})
	_, server := acctest.Start(t)
	unconfigured, configured := acctest.NewProtocol(t), acctest.Configured(t, server, nil, provider.WithTransport(record))
	outcome := func(config values) string {
		checked, err := unconfigured.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
			TypeName: tokenType, Config: unconfigured.EphemeralConfig(tokenType, config),
		})
		if err != nil {
			t.Fatal(err)
		}
		text, failed := "", false
		for _, d := range checked.Diagnostics {
			failed = failed || d.Severity == tfprotov6.DiagnosticSeverityError
			text += fmt.Sprintf("\n  %s: %s%s", strings.ToLower(d.Severity.String()), d.Detail, pathOf(d))
		}
		if failed {
			return text
		}
		if !known(t, unconfigured, config) {
			return text + "\n  accepted" // a CLI opens only what is known
		}
		if _, diags := configured.Open(t.Context(), tokenType, config); diags.Errors() != "" {
			sent = diags.String()
		}
		return text + "\n  " + sent
	}
	recorded(t, "cases.txt", func(line string) string { return outcomeOf(t, line, outcome) })
}

// recorded compares what comes of each line of a file with what is recorded below it,
// indented. Lines that are empty or begin with # are comments.
func recorded(t *testing.T, name string, outcome func(line string) string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(string(raw), "\r\n", "\n")) {
		if strings.HasPrefix(line, " ") {
			continue
		}
		text.WriteString(line)
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			text.WriteString(outcome(line) + "\n")
		}
	}
	golden.Compare(t, name, text.String())
}

func known(t *testing.T, p *acctest.Protocol, config values) bool {
	t.Helper()
	value, err := p.EphemeralConfig(tokenType, config).Unmarshal(p.Schemas.EphemeralResourceSchemas[tokenType].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return value.IsFullyKnown()
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// outcomeOf returns the outcome of a line, or the values to try by their outcome.
func outcomeOf(t *testing.T, line string, outcome func(values) string) string {
	t.Helper()
	of, rest, _ := strings.Cut(line, " ")
	decoder := json.NewDecoder(strings.NewReader(rest))
	decoder.UseNumber()
	next := func(into any) bool {
		err := decoder.Decode(into)
		if err != nil && err != io.EOF {
			t.Fatalf("%s: %v", line, err)
		}
		return err == nil
	}
	var (
		changes map[string]any
		path    string
	)
	if !next(&changes) {
		t.Fatalf("%s: has no changes", line)
	}
	if !next(&path) {
		return strings.TrimPrefix(outcome(with(of, plain(changes))), "\n")
	}
	var order []string
	tried := map[string]string{}
	for {
		var value any
		if !next(&value) {
			break
		}
		changes[path] = value
		got, body, accepted := strings.Cut(outcome(with(of, plain(changes))), "\n  {")
		if accepted && body != "" {
			got += "\n  accepted"
		}
		if tried[got] == "" {
			order = append(order, got)
		}
		shown, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		tried[got] += " " + string(shown)
	}
	var text strings.Builder
	for _, got := range order {
		text.WriteString("\n " + tried[got] + strings.ReplaceAll(got, "\n", "\n  "))
	}
	return strings.TrimPrefix(text.String(), "\n")
}

// plain converts an object of JSON to arguments.
func plain(object map[string]any) values {
	converted := values{}
	for name, value := range object {
		converted[name] = plainValue(value)
	}
	return converted
}

func plainValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		return plain(value)
	case []any:
		list := make([]any, len(value))
		for i, inner := range value {
			list[i] = plainValue(inner)
		}
		return list
	case json.Number:
		number, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			panic(err) // a file of tests has it wrong
		}
		return number
	}
	if value == "?" {
		return acctest.Unknown
	}
	return value
}

// pathOf shows the path whose source line a CLI prints, if there is one.
func pathOf(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil || len(d.Attribute.Steps()) == 0 {
		return ""
	}
	var names []string
	for _, step := range d.Attribute.Steps() {
		names = append(names, fmt.Sprint(step))
	}
	return " (shows the line of " + strings.Join(names, ".") + ")"
}
