// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rules about time that is lost: in tools, in the JVM, before a first call, between spans, and in calls that ran one after another
 * without need. The tests of the rules cover the classes that serve only them.
 */
package io.agentprofiler.analyzer.answer.finding.rule.time;
