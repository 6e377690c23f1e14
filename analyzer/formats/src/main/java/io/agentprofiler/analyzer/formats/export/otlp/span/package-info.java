// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Spans as OpenTelemetry has them, without an encoding: {@code OtlpSpans} makes them of traces, a class for each vocabulary says which
 * attributes they get.
 */
package io.agentprofiler.analyzer.formats.export.otlp.span;
