// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Sizing: the times at several levels of concurrency, the line through them, the knee at which the system saturates, and the
 * replicas for a target.
 */
package io.agentprofiler.analyzer.lab.size;
