// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How HotSpot's compilers are told what to do with some methods, from inside the JVM.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code CompiledApartTest} of the agent, {@code AnalyzerCommandsIT} with the built analyzer.
 */
package io.agentprofiler.compiler;
