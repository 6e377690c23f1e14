// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Polls the metrics of model servers, if configured, so that a slow call can be compared with the server's queue at that
 * moment. Contains the HTTP client, the parsers of the servers' answers, and the thread. No other part of the agent opens a
 * connection.
 */
package io.agentprofiler.agent.modelserver;
