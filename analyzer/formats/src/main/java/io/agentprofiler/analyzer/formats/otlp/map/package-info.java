// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What producers call the facts of a span, as data, and our spans made by it. */
package io.agentprofiler.analyzer.formats.otlp.map;
