// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Polls the metrics of model servers, when asked to, so that a slow call can be compared with the server's queue at that
 * moment: the HTTP client, the readers of what servers answer, and the thread. The only place of the agent that opens a
 * connection.
 */
package io.agentprofiler.agent.modelserver;
