// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What prompts have in common at their beginnings, where they diverge, and what breaks their prefixes. */
package io.agentprofiler.analyzer.prefix.stable;
