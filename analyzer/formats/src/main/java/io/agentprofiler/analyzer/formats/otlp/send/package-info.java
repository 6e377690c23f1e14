// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Requests to receivers over HTTP. No other part of the formats opens a connection, and this one only if a command names an
 * endpoint. {@code Sender} handles a batch, {@code Receiver} sends a request with retries.
 */
package io.agentprofiler.analyzer.formats.otlp.send;
