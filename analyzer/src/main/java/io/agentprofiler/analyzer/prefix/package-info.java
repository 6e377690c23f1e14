// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Prompt prefix caching: what a cache could have served by each provider's rules, what it did, and what breaks prefixes. */
package io.agentprofiler.analyzer.prefix;
