// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept of prompts, completions, tool arguments and results: the content policy, and the block hashes that let prefix
 * caching be analysed without text. What is taken out of texts is in {@code redaction}.
 *
 * <p><b>Threading:</b> called by the engine's reader on the ring's consumer; nothing here runs on an application's thread.
 *
 * <p><b>Tests:</b> {@code ContentPolicyTest}.
 */
package io.agentprofiler.agent.content;
