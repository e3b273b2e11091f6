// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Recover turns a panic into a diagnostic. Methods that the framework runs in a
// goroutine of their own must defer it, since guarded recovers only in its own.
func Recover(name, subject string, diags *diag.Diagnostics) {
	if recover() != nil {
		d := panicked(request{call: name, subject: subject})
		diags.AddError(d.Summary, d.Detail)
	}
}

// panicked describes a panic without its text, which may hold anything. Call it
// while the panic is recovered.
func panicked(r request) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "Provider Failed Unexpectedly",
		Detail: fmt.Sprintf("The call %s for %s failed because of a bug in the provider. The state is unchanged, but a request to the service may have been sent.\n\n"+
			"Please report this to the provider's developers. Include these code locations, but no secrets:\n%s", r.call, r.subject, places()),
	}
}

// maxPlaces is how many places of a panic are named.
const maxPlaces = 6

// places lists where the panic happened, the innermost first.
func places() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	var list []string
	panicking := false
	for len(list) < maxPlaces {
		frame, more := frames.Next()
		pkg := packageOf(frame.Function)
		switch {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case panicking && pkg != "runtime":
			list = append(list, fmt.Sprintf("  - %s/%s:%d", pkg, path.Base(frame.File), frame.Line))
		}
		if !more {
			break
		}
	}
	return strings.Join(list, "\n")
}

// packageOf returns the import path in a function's name.
func packageOf(function string) string {
	dir, base := path.Split(function)
	name, _, _ := strings.Cut(base, ".")
	return dir + name
}
