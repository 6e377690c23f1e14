// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What can be seen of a JVM from outside: its runtime, command line, classes, what the agent left, and
 * what trace files say of their run; and the JDK's attach interface.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code CommandLineTest}, {@code ClassLogTest}, {@code RunFilesTest} and others here.
 */
package io.agentprofiler.agent.tool.jvm;
