// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Searches for the set of changes that reaches a target. {@code GoalParserTest}, {@code PlanSearchTest} and
 * {@code TargetCommandTest} cover it; {@code PlanPropertiesTest} has the properties that hold for any recording.
 */
package io.agentprofiler.analyzer.answer.whatif.goal;
