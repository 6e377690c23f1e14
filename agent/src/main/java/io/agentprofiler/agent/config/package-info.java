// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a run: one table of system properties, its parser, and the help text made from it.
 *
 * <p>Read once, when the agent starts, by the thread that starts it; everything that comes out is immutable. A setting is
 * added in {@link io.agentprofiler.agent.config.Setting} and {@link io.agentprofiler.agent.config.Settings}, nowhere
 * else; {@code docs/settings.md} is checked against the table by a test.
 */
package io.agentprofiler.agent.config;
