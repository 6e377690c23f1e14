// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept of prompts, completions, tool arguments and results: the content policy, redaction, and the block hashes that
 * let prefix caching be analysed without text. Called by the engine's reader on the ring's consumer thread; nothing here runs
 * on an application's thread.
 */
package io.agentprofiler.agent.content;
