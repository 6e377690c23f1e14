// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the agent and the analyzer both use and what is no rule: here what they ask of the JVM and of the disk, in {@code schema}
 * the vocabulary of traces, in {@code forecast} the model of forecasts.
 *
 * <p>{@code CompilerDirectives} tells HotSpot's compilers what to do with some methods, from inside the JVM. {@code OwnerOnly}
 * makes files that only their owner may read, on every system: the one place that knows of permissions. {@code RunSegments} finds
 * runs and their segments, and reads lines.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code RunSegmentsTest}; of the agent {@code CompiledApartTest}, {@code OwnerOnlyTest} and, on file systems in
 * memory, {@code EverySystemTest}; {@code AnalyzerCommandsIT} with the built analyzer.
 */
package io.agentprofiler.shared;
