// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rules about lost time: in tools, in the JVM, before the first call, between spans, and in calls that ran in sequence
 * without need. The tests of the rules cover the classes that serve only them.
 */
package io.agentprofiler.analyzer.answer.finding.rule.time;
