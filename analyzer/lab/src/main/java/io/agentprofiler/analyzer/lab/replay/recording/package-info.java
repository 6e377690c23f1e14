// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What was recorded of model calls, as far as a replay needs it: what each was asked, what it answered and when, and what of that is
 * not known. {@code Recording} takes it off traces.
 */
package io.agentprofiler.analyzer.lab.replay.recording;
