// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Facts that several rules use: the place of a call in its workflow, the typical duration of a call, the growth of a
 * conversation, and whether recorded texts and hashes show that one call needed another's answer, which
 * {@code SequentialCallsTest} covers.
 */
package io.agentprofiler.analyzer.answer.finding.facts;
