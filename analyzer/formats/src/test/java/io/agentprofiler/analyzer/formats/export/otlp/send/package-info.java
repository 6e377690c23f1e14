// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Attempts, waits and giving up, without letting time pass. */
package io.agentprofiler.analyzer.formats.export.otlp.send;
