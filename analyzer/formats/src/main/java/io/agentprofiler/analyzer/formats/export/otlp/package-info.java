// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code export otlp}: OpenTelemetry's protocol. {@code span} makes OpenTelemetry's spans of traces, {@code encode} bytes of these,
 * and {@code send} brings them to a receiver; here is the command, with the outputs it chooses from.
 */
package io.agentprofiler.analyzer.formats.export.otlp;
