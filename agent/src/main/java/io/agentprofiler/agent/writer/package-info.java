// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The consumer of the ring: one thread that turns slots into events and hands them to every sink, and does what is due by time.
 *
 * <p>{@link io.agentprofiler.agent.writer.EventPipeline} is the entry: it makes the ring and its consumer, and ends them. What
 * waits before it is written is here as well: starts of spans that may turn out to be wrappers, workflows that are kept for how
 * they go.
 *
 * <p><b>Threading:</b> the consumer thread; {@code EventPipeline} is for any thread of the agent.
 *
 * <p><b>Tests:</b> {@code EventPipelineTest} for consumer, sinks and pending starts; {@code HangingReaderTest} for the thread and
 * its successors; {@code PendingWorkflowsTest}, {@code KeptWorkflowsTest}, {@code ExitWaitTest}.
 */
package io.agentprofiler.agent.writer;
