// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// hold acquires a place, keeps it for d and releases it.
func hold(ctx context.Context, l *limiter, d time.Duration, throttled bool) error {
	if err := l.acquire(ctx, realClock{}); err != nil {
		return err
	}
	time.Sleep(d) // fake time
	l.release(throttled)
	return nil
}

// counts returns how many calls are in flight and how many wait.
func (l *limiter) counts() (inFlight, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.inFlight, len(l.waiting)
}

func TestLimiter_bounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(10)
		started := time.Now()
		for range 35 {
			go func() {
				if err := hold(t.Context(), l, time.Second, false); err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		if inFlight, waiting := l.counts(); inFlight != 10 || waiting != 25 {
			t.Errorf("%d in flight and %d waiting, want 10 and 25", inFlight, waiting)
		}
		if err := l.acquire(t.Context(), realClock{}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(started); took != 3*time.Second {
			t.Errorf("the last one's turn came after %s, want 3s", took)
		}
		l.release(false)
		time.Sleep(time.Second)
		synctest.Wait()
		if inFlight, _ := l.counts(); inFlight != 0 {
			t.Errorf("%d in flight at the end", inFlight)
		}
	})
}

func TestLimiter_slowsDownAndRecovers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(8)
		allowed := func(want int) {
			t.Helper()
			for range 20 {
				go func() { _ = hold(t.Context(), l, time.Second, false) }()
			}
			synctest.Wait()
			if inFlight, _ := l.counts(); inFlight != want {
				t.Errorf("%d in flight, want %d", inFlight, want)
			}
			time.Sleep(time.Minute)
		}
		allowed(8)
		for _, want := range []float64{4, 2, 1, 1} {
			if err := hold(t.Context(), l, 0, true); err != nil {
				t.Fatal(err)
			}
			if l.allowed != want {
				t.Errorf("%v allowed, want %v", l.allowed, want)
			}
		}
		allowed(1)
		for range 20 {
			if err := hold(t.Context(), l, 0, false); err != nil {
				t.Fatal(err)
			}
		}
		allowed(8)
	})
}

func TestLimiter_pauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(2)
		started := time.Now()
		l.pause(started.Add(3 * time.Second))
		l.pause(started.Add(time.Second)) // shorter: no matter
		go func() {
			time.Sleep(2 * time.Second)
			l.pause(started.Add(5 * time.Second)) // longer, while calls wait
		}()
		if err := l.acquire(t.Context(), realClock{}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(started); took != 5*time.Second {
			t.Errorf("paused for %s, want 5s", took)
		}
	})
}

func TestLimiter_cancelled(t *testing.T) {
	t.Parallel()

	for name, wait := range map[string]func(*limiter){
		"in the queue": func(l *limiter) { l.inFlight = l.max },
		"in a pause":   func(l *limiter) { l.pause(time.Now().Add(time.Hour)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := newLimiter(1)
				wait(l)
				before := l.inFlight
				cause := errors.New("stopped")
				ctx, cancel := context.WithCancelCause(t.Context())
				for range 5 {
					go func() {
						if err := l.acquire(ctx, realClock{}); !errors.Is(err, cause) {
							t.Errorf("acquire: %v, want %v", err, cause)
						}
					}()
				}
				synctest.Wait()
				cancel(cause)
				synctest.Wait()
				if inFlight, waiting := l.counts(); inFlight != before || waiting != 0 {
					t.Errorf("%d in flight and %d waiting, want %d and none", inFlight, waiting, before)
				}
			})
		})
	}
}

// TestLimiter_losesNoPlace lets calls be cancelled at the moment their turn
// comes.
func TestLimiter_losesNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(3)
		for i := range 200 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%20)*time.Second)
			go func() {
				defer cancel()
				_ = hold(ctx, l, time.Second, i%17 == 0)
			}()
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if inFlight, waiting := l.counts(); inFlight != 0 || waiting != 0 {
			t.Errorf("%d in flight and %d waiting at the end", inFlight, waiting)
		}
	})
}
