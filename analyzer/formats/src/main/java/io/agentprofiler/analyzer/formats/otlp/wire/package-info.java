// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A span as OpenTelemetry has it, and its two encodings, each read and written: {@code JsonEncoding} and {@code ProtobufEncoding} know the
 * fields, {@code JsonSpans} and {@code ProtoSpans} take spans off files of any size, {@code Batches} makes requests of as many spans as
 * receivers take at once.
 */
package io.agentprofiler.analyzer.formats.otlp.wire;
