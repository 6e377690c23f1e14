// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON sink: trace events as lines of segment files in a directory of the run.
 *
 * <p>{@link io.agentprofiler.agent.segment.SegmentSink} is made by the agent's start sequence and from then on called by
 * the ring's consumer only; nothing here is meant for another thread, and nothing here touches an application's thread.
 * {@code docs/trace-format.md} describes what is written, {@code docs/architecture.md} why in this way.
 */
package io.agentprofiler.agent.segment;
