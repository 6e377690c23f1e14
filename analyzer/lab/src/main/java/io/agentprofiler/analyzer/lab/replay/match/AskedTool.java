// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

/**
 * A tool that a request offers.
 *
 * @param description what it is for; {@code null} where the request does not say
 * @param parameters JSON schema of its arguments; {@code null} where the request has none
 */
public record AskedTool(String description, Object parameters) {}
