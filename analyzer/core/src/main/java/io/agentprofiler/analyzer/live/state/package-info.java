// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What is kept of what was read, in bounded memory, and the figures of it. */
package io.agentprofiler.analyzer.live.state;
