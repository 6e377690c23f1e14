// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * OpenTelemetry's protocol, read and written. {@code wire} is a span as OTLP has it, in JSON and in Protocol Buffers, both ways.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.otlp.OtlpReader} reads the spans of any producer: {@code map} knows their attributes and makes
 * our spans, and makes prompts and answers of any shape ours.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.otlp.OtlpCommand} is {@code export otlp}: {@code attribute} makes OpenTelemetry's spans of
 * traces, and {@code send} brings them to a receiver.
 */
package io.agentprofiler.analyzer.formats.otlp;
