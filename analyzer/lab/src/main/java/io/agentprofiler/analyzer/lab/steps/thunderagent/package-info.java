// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reads ThunderAgent's files: {@code step_profiles.csv}, and the JSON of {@code /profiles}, {@code /programs} and
 * {@code /metrics}.
 *
 * <p>{@link io.agentprofiler.analyzer.lab.steps.thunderagent.ThunderAgentReader} is the reader.
 */
package io.agentprofiler.analyzer.lab.steps.thunderagent;
