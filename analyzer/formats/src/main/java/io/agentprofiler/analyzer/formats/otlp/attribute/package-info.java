// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Traces as OpenTelemetry spans: {@code OtlpSpans} creates them, and a class for each vocabulary adds its attributes. */
package io.agentprofiler.analyzer.formats.otlp.attribute;
