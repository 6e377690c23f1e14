// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Our traces as NAT's steps, and the files that NAT's own profiler writes of such steps. */
package io.agentprofiler.analyzer.formats.nat.file;
