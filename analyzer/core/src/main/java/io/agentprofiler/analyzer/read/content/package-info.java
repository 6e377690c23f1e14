// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What is kept of texts that other programs recorded, where the texts themselves are not asked for: lengths and hashes, as the agent writes them. */
package io.agentprofiler.analyzer.read.content;
