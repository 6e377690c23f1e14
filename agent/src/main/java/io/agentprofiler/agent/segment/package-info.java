// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON sink: trace events as lines of segment files in a directory of the run, and what happens to a
 * file when it is closed: renamed, synchronised, compressed, deleted when there are too many.
 *
 * <p>{@link io.agentprofiler.agent.segment.SegmentSink} is made by the agent's start sequence and from then on called by the
 * ring's consumer only. {@code docs/trace-format.md} describes what is written, {@code docs/architecture.md} why in this way.
 *
 * <p><b>Threading:</b> the ring's consumer, but for the disk thread; nothing here touches an application's
 * thread.
 *
 * <p><b>Tests:</b> {@code SegmentSinkTest}, {@code SegmentSchemaTest}, {@code KillTest}.
 */
package io.agentprofiler.agent.segment;
