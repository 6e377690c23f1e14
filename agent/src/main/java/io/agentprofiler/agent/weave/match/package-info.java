// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which classes and methods the rules mean, found in the bytes of a class before it exists, and which came close without being
 * meant.
 *
 * <p><b>Threading:</b> inside class loading, on any thread; never throws into it.
 *
 * <p><b>Tests:</b> beside the classes; {@code RuleTable} is in {@code RuleWeaverTest} of {@code weave}.
 */
package io.agentprofiler.agent.weave.match;
