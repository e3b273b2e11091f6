// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

// Command bench measures the provider with a real CLI against the fake service,
// next to what it could be instead, and compares each figure with its mark.
//
//	go run -tags bench ./internal/tools/bench [-quick] [-only name] [-cli path]
//
// It exits with status 1 if a mark is missed. What needs no CLI is measured
// beside the packages: `make bench` runs those, too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	if strings.HasPrefix(filepath.Base(os.Args[0]), providerName) {
		os.Exit(launch())
	}
	var err error
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		err = serve(os.Args[2:])
	} else {
		err = run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	quick := flag.Bool("quick", false, "measure less often, and leave out what takes minutes")
	only := flag.String("only", "", "measure only what has this in its name")
	named := flag.String("cli", "", "the CLI; if empty, the one in TF_ACC_TERRAFORM_PATH, or terraform or tofu on PATH")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	b, err := prepare(ctx, *named)
	if err != nil {
		return err
	}
	defer b.close()
	var results []result
	for _, c := range comparisons {
		if !strings.Contains(c.name, *only) || *quick && c.slow {
			continue
		}
		fmt.Printf("\n%s\n", strings.ToUpper(c.name))
		times := c.times
		if *quick {
			times = min(times, 2)
		}
		measured, err := b.measure(ctx, c, times)
		if errors.Is(err, errNothingToCompare) {
			fmt.Println("  skipped:", err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		for _, r := range c.rows {
			results = append(results, result{r, r.value(measured)})
		}
	}
	return report(results)
}

// row is a ratio of figures, and its mark.
type row struct {
	what    string
	value   func(figures) float64
	mark    float64
	atLeast bool // the mark is to be reached, and otherwise not exceeded
}

type result struct {
	row
	ratio float64
}

var errMissed = errors.New("a mark was missed")

func report(results []result) error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "\nWHAT\tRATIO\tMARK\tMET")
	var missed error
	for _, r := range results {
		sign, met := "at most", r.ratio <= r.mark
		if r.atLeast {
			sign, met = "at least", r.ratio >= r.mark
		}
		answer := "yes"
		if !met {
			answer, missed = "NO", errMissed
		}
		fmt.Fprintf(out, "%s\t%.2f\t%s %.2f\t%s\n", r.what, r.ratio, sign, r.mark, answer)
	}
	return errors.Join(out.Flush(), missed)
}

// figures are what each task of a comparison took.
type figures map[string]figure

// figure has the smallest values of several runs, since other load on the machine
// can only increase them.
type figure struct {
	Wall, CPU   time.Duration // CPU is that of the provider
	Memory      float64       // of the provider, in MB
	Connections float64
}

func (f figures) wall(name string) float64 { return f[name].Wall.Seconds() }
func (f figures) cpu(name string) float64  { return f[name].CPU.Seconds() }
