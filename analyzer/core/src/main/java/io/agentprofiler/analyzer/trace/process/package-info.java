// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The traced process over time: memory, CPU usage and garbage collection, from its PROCESS records. */
package io.agentprofiler.analyzer.trace.process;
