// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the analyzer tells the compilers of its own JVM.
 *
 * <p><b>Threading:</b> the thread that reads inputs.
 *
 * <p><b>Tests:</b> {@code QuickCompilationTest}; {@code AnalyzerJarIT} for the manifest.
 */
package io.agentprofiler.analyzer.jit;
