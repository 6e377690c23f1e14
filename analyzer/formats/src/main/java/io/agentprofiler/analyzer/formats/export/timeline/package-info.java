// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Formats that are drawn over time: {@code export chrome} and {@code export perfetto}. They share lanes for all workflows of a run,
 * counters, and which tools a model asked for; speedscope's lanes are these, too.
 */
package io.agentprofiler.analyzer.formats.export.timeline;
