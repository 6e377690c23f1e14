// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** How much a server's cache holds, and what caches of every size would serve, found in one pass over what is asked. */
package io.agentprofiler.analyzer.answer.prefix.capacity;
