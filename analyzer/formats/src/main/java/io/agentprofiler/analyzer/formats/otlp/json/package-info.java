// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Spans off OTLP's JSON: lines, documents, several in one file. */
package io.agentprofiler.analyzer.formats.otlp.json;
