// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The recorded model calls, as far as a replay needs them: prompt, answer, times, and unknown parts. {@code Recording} reads
 * them from traces.
 */
package io.agentprofiler.analyzer.lab.replay.recording;
