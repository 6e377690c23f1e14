// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The other way round: which changes, made together, reach a target. {@code GoalParserTest}, {@code PlanSearchTest} and {@code
 * TargetCommandTest} cover it; {@code PlanPropertiesTest} has the properties that hold for any recording.
 */
package io.agentprofiler.analyzer.answer.whatif.goal;
