// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Where prompts stop being alike, and what breaks them. */
package io.agentprofiler.analyzer.prefix.stable;
