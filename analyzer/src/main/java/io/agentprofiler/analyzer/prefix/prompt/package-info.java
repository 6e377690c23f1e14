// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Prompts as caches see them: blocks, their hashes, and what prompts have in common at their beginnings. */
package io.agentprofiler.analyzer.prefix.prompt;
