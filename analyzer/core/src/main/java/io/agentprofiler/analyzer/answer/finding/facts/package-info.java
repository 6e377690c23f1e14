// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What several rules look up: where in a workflow a call stands, how long a call usually takes, how a conversation grows, and what
 * recorded texts and hashes show of whether one call needed another's answer, which {@code SequentialCallsTest} covers.
 */
package io.agentprofiler.analyzer.answer.finding.facts;
