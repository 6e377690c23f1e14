// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The shipped analyzer as a process of its own: a command that ends, a server of figures, a server of answers.
 *
 * <p><b>Threading:</b> each object by one thread.
 *
 * <p><b>Tests:</b> none of its own; those of the analyzer's commands use it.
 */
package io.agentprofiler.it.harness.analyzer;
