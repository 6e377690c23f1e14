// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The directory of a run: its name, its owner, its header, and the older runs beside it.
 *
 * <p><b>Threading:</b> the agent's thread at the start, then the disk thread.
 *
 * <p><b>Tests:</b> {@code OldRunsTest} here; {@code SegmentSinkTest} of {@code segment} for the directory.
 */
package io.agentprofiler.agent.segment.run;
