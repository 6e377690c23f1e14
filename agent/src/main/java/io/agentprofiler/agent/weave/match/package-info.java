// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the classes and methods that the rules match, in the bytes of a class before it is defined, and near misses.
 *
 * <p><b>Threading:</b> inside class loading, on any thread; never throws into it.
 *
 * <p><b>Tests:</b> beside the classes; {@code RuleTable} is in {@code RuleWeaverTest} of {@code weave}.
 */
package io.agentprofiler.agent.weave.match;
