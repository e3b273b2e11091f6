// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Charges are spread over the year 2025: a quarter of it has a quarter of them.
const (
	aQuarter = "2025-04-02T06:00:00Z"
	aHalf    = "2025-07-02T12:00:00Z"
	allYear  = "2026-01-01T00:00:00Z"
)

func serve(b *testing.B, charges int) *fakeservice.Server {
	b.Helper()
	service, server := acctest.Start(b)
	service.SeedCharges(charges, fakeservice.SeedOptions{})
	return server
}

// BenchmarkMark_summary compares the summary of 10,000 charges with only reading
// them.
func BenchmarkMark_summary(b *testing.B) {
	server := serve(b, 10_000)
	p := acctest.Configured(b, server, nil)
	summaryOf := func(config acctest.Values) func() {
		return func() {
			if _, diags := summary(b.Context(), p, config); len(diags) > 0 {
				b.Fatal(diags)
			}
		}
	}
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL:  server.URL,
		Secret:   fakeservice.DefaultSecret,
		AppToken: fakeservice.DefaultAppToken,
	})
	if err != nil {
		b.Fatal(err)
	}
	query := paymentapi.ChargeQuery{StoreID: storeID, PageSize: paymentapi.MaxPageSize}
	nothing := func([]paymentapi.Charge) ([]byte, error) { return nil, nil }
	took := mark.Fastest(9, map[string]func(){
		"all":       summaryOf(acctest.Values{"store_id": storeID}),
		"by status": summaryOf(acctest.Values{"store_id": storeID, "group_by": []string{"status"}}),
		"fetch": func() {
			if _, err := fetch.Read(b.Context(), client, query, func() fetch.Sink { return nothing }); err != nil {
				b.Fatal(err)
			}
		},
	})
	mark.AtMost(b, "against the fetch", took["all"]/took["fetch"], 1.1)
	mark.AtMost(b, "by status, against the fetch", took["by status"]/took["fetch"], 1.1)
}

// BenchmarkMark_memory reads long lists and summaries, each with a provider in a
// process of its own.
func BenchmarkMark_memory(b *testing.B) {
	server := serve(b, 100_000)
	var lists [3]float64
	for i, to := range []string{aQuarter, aHalf, allYear} {
		lists[i] = readApart(b, server, typeName, to, acctest.Values{})
	}
	quarter, half, all := lists[0], lists[1], lists[2]
	mark.AtMost(b, "100,000 charges, against 400 MB", all/400e6, 1)
	mark.AtMost(b, "100,000 charges, against a straight line", all/(quarter+3*(half-quarter)), 1.15)

	server = serve(b, 1_000_000)
	grouped := acctest.Values{"group_by": []string{"month", "status"}}
	var memory float64
	took := mark.Fastest(2, map[string]func(){
		"quarter": func() { readApart(b, server, summaryName, aQuarter, grouped) },
		"all":     func() { memory = readApart(b, server, summaryName, allYear, grouped) },
	})
	mark.AtMost(b, "summary of 1,000,000 charges, against 256 MB", memory/256e6, 1)
	mark.AtMost(b, "summary of 1,000,000 charges, time against a straight line", took["all"]/(4*took["quarter"]), 1.15)
}

// reading is what a process of BenchmarkApart reads. The environment tells it.
type reading struct {
	URL, Type string
	Config    acctest.Values
}

const readingVariable = "MARK_READING"

// readApart reads a data source, up to a time, in a process of its own. It returns
// the bytes of memory that the process took.
func readApart(b *testing.B, server *fakeservice.Server, typeName, to string, config acctest.Values) (memory float64) {
	b.Helper()
	config["store_id"], config["to"] = storeID, to
	raw, err := json.Marshal(reading{server.URL, typeName, config})
	if err != nil {
		b.Fatal(err)
	}
	var told bytes.Buffer
	only := []string{"-test.run=^$", "-test.bench=^BenchmarkApart$", "-test.benchtime=1x"}
	process := exec.CommandContext(b.Context(), os.Args[0], only...)
	process.Env = append(os.Environ(), readingVariable+"="+string(raw))
	process.Stderr = &told
	if out, err := process.Output(); err != nil {
		b.Fatalf("%v\n%s%s", err, out, told.String())
	}
	if _, err := fmt.Sscan(told.String(), &memory); err != nil {
		b.Fatal(err)
	}
	return memory
}

// BenchmarkApart is the process of readApart.
func BenchmarkApart(b *testing.B) {
	var r reading
	if json.Unmarshal([]byte(os.Getenv(readingVariable)), &r) != nil {
		b.Skip("the marks of memory start it")
	}
	p := acctest.Configured(b, &fakeservice.Server{URL: r.URL}, nil)
	answer, err := p.Server.ReadDataSource(b.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: r.Type, Config: acctest.Encode(b, p.Schemas.DataSourceSchemas[r.Type], r.Config),
	})
	if err != nil || len(answer.Diagnostics) > 0 {
		b.Fatal(err, acctest.Diagnostics(answer.Diagnostics))
	}
	message := bytes.Clone(answer.State.MsgPack) // gRPC copies the answer into a message
	fmt.Fprintln(os.Stderr, peak(b))
	runtime.KeepAlive(message)
}

// peak returns the most memory that this process has held, in bytes. The figure of
// getrusage would include the process which started this one.
func peak(b *testing.B) (bytes float64) {
	b.Helper()
	status, err := os.ReadFile("/proc/self/status")
	_, kilobytes, found := strings.Cut(string(status), "VmHWM:")
	if _, scanErr := fmt.Sscan(kilobytes, &bytes); scanErr != nil || !found {
		b.Fatal("memory is measured on Linux only:", err, scanErr)
	}
	return bytes * 1024
}
