// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A small server that speaks OpenAI's protocol, and by the same script those of Anthropic, Amazon Bedrock, Gemini and
 * Ollama: the other side of every scenario test, and the demo's model.
 *
 * <p>Tests and the demo's launcher call it; the programs under test only know its URL.
 * {@link io.agentprofiler.it.openai.OpenAiServer} is the place to start, with an endpoint for each path that it serves.
 * {@code script} has its requests and answers, {@code wire} their encoding. The server handles requests on its own threads.
 */
package io.agentprofiler.it.openai;
