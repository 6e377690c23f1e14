// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What recorded texts and hashes show of whether one call needed another's answer. {@code SequentialCallsTest} covers all of it.
 */
package io.agentprofiler.analyzer.answer.finding.text;
