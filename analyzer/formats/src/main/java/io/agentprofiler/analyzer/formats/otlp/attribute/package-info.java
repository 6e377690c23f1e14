// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Traces as OpenTelemetry's spans: {@code OtlpSpans} makes them, a class for each vocabulary says which attributes they get. */
package io.agentprofiler.analyzer.formats.otlp.attribute;
