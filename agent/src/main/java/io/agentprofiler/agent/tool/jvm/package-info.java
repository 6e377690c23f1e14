// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What can be seen of a JVM from outside: its runtime, command line, classes, and what the agent left; and the JDK's attach interface.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code CommandLineTest}, {@code ClassLogTest} and others here.
 */
package io.agentprofiler.agent.tool.jvm;
