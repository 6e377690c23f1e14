// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Figures about the agent itself and its process: event counters, the clock of the run, memory and CPU.
 *
 * <p><b>Threading:</b> the counters are for any thread; samples are taken on the consumer.
 *
 * <p><b>Tests:</b> {@code EventPipelineTest} and {@code EventPipelineStressTest} of {@code writer} check the counters'
 * equations; {@code PressureTest} and {@code ProcessSamplerTest} here.
 */
package io.agentprofiler.agent.stats;
