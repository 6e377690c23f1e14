// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Formats with a time axis: {@code export chrome} and {@code export perfetto}. They share lanes for all workflows of a run,
 * counters, and links from model calls to requested tools; speedscope uses the same lanes.
 */
package io.agentprofiler.analyzer.formats.export.timeline;
