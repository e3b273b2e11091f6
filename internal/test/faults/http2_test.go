// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/http2"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// framed is a service that speaks HTTP/2 in frames of our choice. Over HTTP/1.1
// it takes the request and closes the connection.
type framed struct {
	// hello is sent with the settings, answer when a request is complete; an
	// error of either ends the connection.
	hello  func(*http2.Framer) error
	answer func(*http2.Framer, uint32) error

	address     string
	requests    atomic.Int32
	connections atomic.Int32
}

func (f *framed) start(t *testing.T) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f.address = listener.Addr().String()
	config := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{authority.server}, NextProtos: []string{"h2", "http/1.1"}}
	ctx, cancel := context.WithCancel(context.Background())
	var served sync.WaitGroup
	served.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			f.connections.Add(1)
			served.Go(func() {
				defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
				f.serve(ctx, tls.Server(conn, config))
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		cancel() // the provider keeps its connections
		served.Wait()
	})
}

var errDone = errors.New("the connection is to be closed")

// serve ends with the connection, for whatever reason that is.
func (f *framed) serve(ctx context.Context, conn *tls.Conn) {
	defer conn.Close() //nolint:errcheck // nothing depends on it
	if conn.HandshakeContext(ctx) != nil {
		return
	}
	if conn.ConnectionState().NegotiatedProtocol != "h2" {
		if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			_, _ = io.Copy(io.Discard, r.Body)
			f.requests.Add(1)
		}
		return
	}
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	framer := http2.NewFramer(conn, conn)
	if framer.WriteSettings() != nil || f.hello != nil && f.hello(framer) != nil {
		return
	}
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				err = framer.WriteSettingsAck()
			}
		case *http2.HeadersFrame, *http2.DataFrame:
			if frame.Header().Flags.Has(http2.FlagDataEndStream) {
				f.requests.Add(1)
				err = f.answer(framer, frame.Header().StreamID)
			}
		}
		if err != nil {
			return
		}
	}
}

func reset(code http2.ErrCode) func(*http2.Framer, uint32) error {
	return func(framer *http2.Framer, stream uint32) error { return framer.WriteRSTStream(stream, code) }
}

// goAway says goodbye after the request, or as if it had come before it.
func goAway(code http2.ErrCode, before bool) func(*http2.Framer, uint32) error {
	return func(framer *http2.Framer, stream uint32) error {
		if before {
			stream = 0
		}
		return errors.Join(framer.WriteGoAway(stream, code, nil), errDone)
	}
}

// TestHTTP2 lets a service, or the load balancer in front of it, fail in the
// ways that only HTTP/2 has. A POST arrives once, everything else at most twice
// for each attempt.
func TestHTTP2(t *testing.T) {
	t.Parallel()

	const attempts = 3
	for name, tc := range map[string]struct {
		hello  func(*http2.Framer) error
		answer func(*http2.Framer, uint32) error
		sends  int // of GET and PATCH, in each attempt
	}{
		"the stream is refused":      {answer: reset(http2.ErrCodeRefusedStream), sends: 2},
		"goodbye, as if before":      {answer: goAway(http2.ErrCodeNo, true), sends: 2},
		"goodbye, after it":          {answer: goAway(http2.ErrCodeNo, false), sends: 1},
		"goodbye for an error":       {answer: goAway(http2.ErrCodeInternal, false), sends: 1},
		"keep calm":                  {answer: reset(http2.ErrCodeEnhanceYourCalm), sends: 1},
		"goodbye, keep calm":         {answer: goAway(http2.ErrCodeEnhanceYourCalm, false), sends: 1},
		"goodbye, keep calm, before": {answer: goAway(http2.ErrCodeEnhanceYourCalm, true), sends: 1},
		"reset for an error":         {answer: reset(http2.ErrCodeInternal), sends: 1},
		"reset, cancelled":           {answer: reset(http2.ErrCodeCancel), sends: 1},
		"reset without an error":     {answer: reset(http2.ErrCodeNo), sends: 1},
		"HTTP/1.1 is required":       {answer: reset(http2.ErrCodeHTTP11Required), sends: 1},
		"closed":                     {answer: func(*http2.Framer, uint32) error { return errDone }, sends: 1},
		"goodbye before any request": {hello: func(f *http2.Framer) error { return errors.Join(f.WriteGoAway(0, http2.ErrCodeNo, nil), errDone) }},
		"closed before any request":  {hello: func(*http2.Framer) error { return errDone }},
	} {
		for doing, target := range sample.Of(4, targets) {
			if target.prepare != nil {
				continue // what must have worked before can't have met this service
			}
			t.Run(doing+" "+name, func(t *testing.T) {
				t.Parallel()
				service := &framed{hello: tc.hello, answer: tc.answer}
				service.start(t)
				p := acctest.NewProtocol(t)
				config := acctest.Values{
					"base_url": "https://" + service.address, "max_retries": attempts - 1,
					"secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken,
				}
				if diags := p.Configure(t.Context(), config); len(diags) > 0 {
					t.Fatal(diags)
				}
				w := &world{protocol: p, webhook: p.NewResource("paymentservice_webhook")}
				said := target.run(t.Context(), w).Errors()
				if !strings.Contains(said, target.title) || !strings.Contains(said, target.method+" "+target.path) {
					t.Errorf("said %q", said)
				}
				expectHarmless(t, said)
				// A connection may end before it is used, and Go may have
				// dialed another meanwhile: this is about tens of them against
				// thousands.
				least, most, connections := tc.sends*attempts, tc.sends*attempts, 8*attempts
				if tc.hello != nil {
					most = attempts // a request may be faster than the goodbye
				}
				if target.adopts { // the plan reads the webhook quietly, with one attempt
					least, most, connections = least+tc.sends, most+max(tc.sends, 1), connections+8
				}
				if target.method == http.MethodPost {
					least, most = 1, 1
					if !strings.Contains(said, "A transaction token may exist") {
						t.Errorf("said %q", said)
					}
				}
				if got := int(service.requests.Load()); got < least || got > most {
					t.Errorf("%d requests arrived, want %d", got, most)
				}
				if got := int(service.connections.Load()); got > connections {
					t.Errorf("%d connections were made", got)
				}
			})
		}
	}
}
