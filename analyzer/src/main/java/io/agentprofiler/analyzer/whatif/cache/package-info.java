// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Scenarios with a cache of answers or of prompts. */
package io.agentprofiler.analyzer.whatif.cache;
