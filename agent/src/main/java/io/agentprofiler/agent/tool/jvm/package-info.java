// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The outside view of a JVM: its runtime, command line, classes, the agent's notes, and the trace files of its run. Also the
 * JDK's attach interface.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code CommandLineTest}, {@code ClassLogTest}, {@code RunFilesTest} and others here.
 */
package io.agentprofiler.agent.tool.jvm;
