// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a run: one table of system properties, its parser, and the help text made from it.
 *
 * <p>The thread that starts the agent reads the settings once; the results are immutable. Add a setting in
 * {@link io.agentprofiler.agent.config.Setting} and {@link io.agentprofiler.agent.config.Settings}, and nowhere else. A test
 * compares {@code docs/reference/settings.md} with the table.
 */
package io.agentprofiler.agent.config;
