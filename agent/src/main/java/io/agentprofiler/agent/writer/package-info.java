// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The consumer of the ring: one thread that turns slots into events, passes them to every sink, and runs timed work.
 *
 * <p>{@link io.agentprofiler.agent.writer.EventPipeline} is the entry point: it creates the ring and its consumer, and ends
 * them. Also holds events that must wait before they are written: starts of spans that may turn out to be wrappers, and
 * workflows whose outcome decides whether they are kept. {@code ForecastSink} forecasts the remaining work of workflows in progress,
 * with a model that the analyzer trained, where {@code agentprofiler.forecast} names one.
 *
 * <p><b>Threading:</b> the consumer thread; {@code EventPipeline} is for any thread of the agent.
 *
 * <p><b>Tests:</b> {@code EventPipelineTest} for consumer, sinks and pending starts; {@code HangingReaderTest} for the
 * thread and its successors; {@code PendingWorkflowsTest}, {@code KeptWorkflowsTest}, {@code ExitWaitTest};
 * {@code ForecastSinkTest}, {@code ForecastModelFileTest}, and {@code ForecastIT} of the integration tests.
 */
package io.agentprofiler.agent.writer;
