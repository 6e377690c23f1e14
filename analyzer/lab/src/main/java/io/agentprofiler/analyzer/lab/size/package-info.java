// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How much hardware a load needs: what runs at several numbers of workflows at once took, the line through it, the knee
 * where the system is full, and the replicas for a target.
 */
package io.agentprofiler.analyzer.lab.size;
