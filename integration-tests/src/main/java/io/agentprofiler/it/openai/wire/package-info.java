// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The encoding of replies: bodies and chunks of OpenAI's protocol, Azure's paths, Amazon's event stream, vectors, and JSON
 * over HTTP. Knows replies, but nothing about the server.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 *
 * <p><b>Tests:</b> {@code OpenAiServerTest}, and every scenario of a framework that reads them.
 */
package io.agentprofiler.it.openai.wire;
