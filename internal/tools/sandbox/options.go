// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const defaultAddress = "127.0.0.1:8930"

// options is what the flags say.
type options struct {
	address string
	build   bool
	command []string

	latency   time.Duration
	perMinute int
	burst     int
	share503  float64
	shareCut  float64

	withoutGet      bool
	withoutList     bool
	withoutCreation bool
}

const usage = `Usage: sandbox [flags] [command]

Serves a payment service in memory: until Ctrl-C, or as long as the command runs.
While it serves, type "stop 1" to stop webhook 1 as the service does.

Flags:`

func parse(arguments []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), usage)
		flags.PrintDefaults()
	}

	flags.StringVar(&o.address, "address", defaultAddress, "the address to listen at; port 0 is any free port")
	flags.BoolVar(&o.build, "build", false,
		"build the provider, in a checkout of it, and use the build in place of an installed one")
	flags.DurationVar(&o.latency, "latency", 0, "the time before each answer, such as 50ms")
	flags.IntVar(&o.perMinute, "per-minute", 0,
		"the number of requests that are allowed in a minute; more are refused with 429")
	flags.IntVar(&o.burst, "burst", 1,
		"with -per-minute: the number of requests that are allowed at once after a pause")
	flags.Float64Var(&o.share503, "share-503", 0,
		"the share of requests that are refused with 503, from 0 to 1")
	flags.Float64Var(&o.shareCut, "share-cut", 0,
		"the share of requests that are carried out, but whose answer is cut off, from 0 to 1")
	flags.BoolVar(&o.withoutGet, "no-get", false, "GET on a webhook is not answered (405)")
	flags.BoolVar(&o.withoutList, "no-list", false, "the list of webhooks is not answered (405)")
	flags.BoolVar(&o.withoutCreation, "no-create", false, "creating and deleting a webhook is not answered (405)")
	if err := flags.Parse(arguments); err != nil {
		return o, err
	}

	o.command = flags.Args()
	for _, share := range []float64{o.share503, o.shareCut} {
		if share < 0 || share > 1 {
			return o, errors.New("a share is a number from 0 to 1, such as 0.05")
		}
	}
	return o, nil
}

// service returns the service that the options describe.
func (o options) service() *fakeservice.Service {
	s := fakeservice.Example()
	s.Set(func(b *fakeservice.Behavior) {
		b.Latency = o.latency
		if o.perMinute > 0 {
			b.Rate = &fakeservice.Rate{Burst: max(1, o.burst), PerMinute: o.perMinute}
		}
		b.WebhookGet = !o.withoutGet
		b.WebhookList = !o.withoutList
		b.WebhookCreate = !o.withoutCreation
		b.WebhookDelete = !o.withoutCreation
		b.UnknownRoutes = fakeservice.RouteMethodNotAllowed
	})

	// The same requests in the same order meet the same faults.
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(1, 1))
	often := func(share float64) func(fakeservice.Request) bool {
		return func(fakeservice.Request) bool {
			mu.Lock()
			defer mu.Unlock()
			return random.Float64() < share
		}
	}
	s.Inject(fakeservice.Fault{
		Match:  often(o.share503),
		Status: http.StatusServiceUnavailable,
	})
	s.Inject(fakeservice.Fault{
		Match: often(o.shareCut),
		Break: fakeservice.BreakClose,
		CutAt: 20,
	})
	return s
}
