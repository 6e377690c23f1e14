// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Sums by call path, as profilers write them: what files hold that know no workflows.
 *
 * <p>{@link io.agentprofiler.analyzer.read.stack.StackReader} is what a format of such sums implements.
 */
package io.agentprofiler.analyzer.read.stack;
