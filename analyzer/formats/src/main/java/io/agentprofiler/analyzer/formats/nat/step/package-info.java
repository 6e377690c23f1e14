// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** One step of NAT's trace format, parsed and written. */
package io.agentprofiler.analyzer.formats.nat.step;
