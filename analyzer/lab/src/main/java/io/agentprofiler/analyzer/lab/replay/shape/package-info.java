// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Requests and answers as providers shape them: OpenAI's, which most servers speak, Anthropic's and Ollama's. */
package io.agentprofiler.analyzer.lab.replay.shape;
