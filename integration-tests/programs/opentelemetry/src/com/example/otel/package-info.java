// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that OpenTelemetry traces. */
package com.example.otel;
