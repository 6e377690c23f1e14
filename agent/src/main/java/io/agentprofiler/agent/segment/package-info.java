// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON sink. Writes trace events as lines of segment files in the run's directory, and renames, synchronises, compresses
 * or deletes files when they are closed.
 *
 * <p>{@link io.agentprofiler.agent.segment.SegmentSink} is made by the agent's start sequence and from then on called by the
 * ring's consumer only. {@code docs/trace-format.md} describes what is written, {@code docs/architecture.md} why in this
 * way.
 *
 * <p><b>Threading:</b> the ring's consumer, but for the disk thread; nothing here touches an application's thread.
 *
 * <p><b>Tests:</b> {@code SegmentSinkTest}, {@code SegmentSchemaTest}, {@code KillTest}.
 */
package io.agentprofiler.agent.segment;
