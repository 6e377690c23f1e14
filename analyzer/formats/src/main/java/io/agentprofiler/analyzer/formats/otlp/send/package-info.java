// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Requests to receivers over HTTP: the only place of the formats that connects anywhere, and only where a command names an endpoint.
 * {@code Sender} decides what becomes of a batch, {@code Receiver} sends a request until there is an answer.
 */
package io.agentprofiler.analyzer.formats.otlp.send;
