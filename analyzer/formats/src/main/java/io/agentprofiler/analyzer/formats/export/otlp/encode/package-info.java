// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Spans as bytes, in OTLP's two encodings, and requests of as many of them as receivers take at once. */
package io.agentprofiler.analyzer.formats.export.otlp.encode;
