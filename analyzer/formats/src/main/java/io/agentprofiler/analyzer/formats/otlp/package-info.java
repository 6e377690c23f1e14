// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * OpenTelemetry's spans, of any producer, as traces: OTLP as JSON and as protobuf.
 *
 * <p>Names no other question. {@link io.agentprofiler.analyzer.formats.otlp.OtlpReader} is the reader; {@code json} and {@code proto} take spans
 * off files, {@code span} is what both make of them, {@code map} knows the producers' attributes and makes our spans, and
 * makes prompts and answers of any shape ours.
 */
package io.agentprofiler.analyzer.formats.otlp;
