// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What to expect of the next model call, by function and number of the call, and how much a workflow waits for it. */
package io.agentprofiler.analyzer.formats.nat.profile.trie;
