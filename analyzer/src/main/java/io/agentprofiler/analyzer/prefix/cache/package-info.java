// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Providers' cache rules, and a cache that is simulated by them. */
package io.agentprofiler.analyzer.prefix.cache;
