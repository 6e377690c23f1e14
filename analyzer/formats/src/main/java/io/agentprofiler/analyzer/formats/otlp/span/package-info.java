// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** A span as OTLP has it, whatever the encoding. */
package io.agentprofiler.analyzer.formats.otlp.span;
