// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The content policy for prompts, completions, tool arguments and results, and the block hashes that allow prefix caching to
 * be analysed without text. {@code redaction} removes secrets from texts.
 *
 * <p><b>Threading:</b> called by the engine's reader on the ring's consumer; nothing here runs on an application's thread.
 *
 * <p><b>Tests:</b> {@code ContentPolicyTest}.
 */
package io.agentprofiler.agent.content;
