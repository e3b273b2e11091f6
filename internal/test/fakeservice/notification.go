// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "strings"

// failuresUntilStop is how often in a row a target may fail before its webhook
// is stopped.
const failuresUntilStop = 10

// Notified records the status with which the target of a webhook answered a
// notification. A redirect stops the webhook at once; client and server errors
// stop it after ten in a row. It does nothing for an unknown id.
func (s *Service) Notified(id string, status int) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	w, ok := s.store.webhooks[strings.ToLower(id)]
	switch {
	case !ok || !w.Active:
		return
	case status < 300:
		w.failures = 0
		return
	case status < 400:
		w.failures = failuresUntilStop
	default:
		w.failures++
	}
	if w.failures >= failuresUntilStop {
		w.Active, w.failures = false, 0
		s.touch(w)
	}
}
