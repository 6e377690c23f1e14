// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What several servers, each with a cache of its own, would serve by how calls are routed to them. {@code ReplicasTest} covers {@link
 * io.agentprofiler.analyzer.answer.prefix.replica.RoutedCalls}.
 */
package io.agentprofiler.analyzer.answer.prefix.replica;
