// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Listening on this machine: the set-up of a server that nobody outside reaches, and which requests of this machine it refuses. */
package io.agentprofiler.analyzer.live.listen;
