// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How replies look on the wire: bodies and chunks of OpenAI's protocol, paths of Azure, Amazon's event stream, vectors, and JSON over
 * HTTP. Knows replies, and nothing of the server.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 *
 * <p><b>Tests:</b> {@code OpenAiServerTest}, and every scenario of a framework that reads them.
 */
package io.agentprofiler.it.openai.wire;
