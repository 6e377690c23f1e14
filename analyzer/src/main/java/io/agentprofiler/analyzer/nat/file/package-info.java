// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The files that NAT's own profiler writes, made of our traces. */
package io.agentprofiler.analyzer.nat.file;
