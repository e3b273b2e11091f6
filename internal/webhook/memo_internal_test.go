// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// asker asks a question that takes a second, and counts how often it was asked, and how often its context
// ended before the answer.
type asker struct {
	asked       int
	interrupted int
	err         error
}

func (a *asker) ask(ctx context.Context) (string, error) {
	a.asked++
	select {
	case <-time.After(time.Second):
		return "answer", a.err
	case <-ctx.Done():
		a.interrupted++
		return "", ctx.Err()
	}
}

// TestMemo: all that want one answer at the same time share one question. Later, it is asked again
// only if that failed.
func TestMemo(t *testing.T) {
	t.Parallel()
	errAsked := errors.New("the question failed")
	for name, tt := range map[string]struct {
		err  error
		want int // questions for two rounds of three
	}{
		"answered": {
			want: 1,
		},
		"failed": {
			err:  errAsked,
			want: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var m memo[string]
				a := asker{err: tt.err}
				for range 2 {
					for range 3 {
						go func() {
							answer, err := m.get(t.Context(), "key", a.ask)
							if answer != "answer" || !errors.Is(err, tt.err) {
								t.Errorf("the answer is %q, and the error %v", answer, err)
							}
						}()
					}
					time.Sleep(time.Minute)
					synctest.Wait()
				}
				if a.asked != tt.want {
					t.Errorf("asked %d times, want %d", a.asked, tt.want)
				}
			})
		})
	}
}

// TestMemo_interrupted: who is interrupted waits no longer, and the others still get their answer. If
// nobody waits any more, the question ends, too.
func TestMemo_interrupted(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		othersWait  bool
		interrupted int // of two questions: the second is that of who was interrupted, whose context had ended
	}{
		"others wait": {
			othersWait:  true,
			interrupted: 1,
		},
		"nobody waits": {
			interrupted: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var m memo[string]
				var a asker
				ctx, interrupt := context.WithCancel(t.Context())
				go func() {
					_, err := m.get(ctx, "key", a.ask)
					if !errors.Is(err, context.Canceled) {
						t.Errorf("the error is %v", err)
					}
				}()
				synctest.Wait()
				if tt.othersWait {
					go func() {
						answer, err := m.get(t.Context(), "key", a.ask)
						if answer != "answer" || err != nil {
							t.Errorf("the answer is %q, and the error %v", answer, err)
						}
					}()
					synctest.Wait()
				}
				started := time.Now()
				interrupt()
				synctest.Wait()
				if time.Since(started) != 0 {
					t.Error("the interrupt took time")
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				if a.asked != 2 || a.interrupted != tt.interrupted {
					t.Errorf("asked %d times, of which %d ended early; want 2, %d", a.asked, a.interrupted, tt.interrupted)
				}
			})
		})
	}
}

// TestMemo_put: an answer that came in another way is known, unless there is one already.
func TestMemo_put(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var m memo[string]
		_, isKnown := m.known("key")
		if isKnown {
			t.Error("an answer is known that nobody has given")
		}
		m.put("key", "first")
		m.put("key", "second")
		synctest.Wait()
		answer, isKnown := m.known("key")
		if answer != "first" || !isKnown {
			t.Errorf("the answer is %q; known: %t", answer, isKnown)
		}
		m.clear()
		_, isKnown = m.known("key")
		if isKnown {
			t.Error("an answer is known that was forgotten")
		}
	})
}
