// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The page while it is open: what changed since it was sent last, as server-sent events. */
package io.agentprofiler.analyzer.live.push;
