// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Sets up a server that listens only on this machine, and decides which requests it refuses. */
package io.agentprofiler.analyzer.live.listen;
