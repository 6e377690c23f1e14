// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of a run: the bundled ones, which the build has compiled to bytes, and the user's.
 *
 * <p><b>Threading:</b> the agent's thread; {@link io.agentprofiler.agent.boot.rule.FrameworkIndex} is run by the build alone.
 *
 * <p><b>Tests:</b> {@code BundledRulesTest}; {@code OwnMethodsIT} of the integration tests for the user's.
 */
package io.agentprofiler.agent.boot.rule;
