// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rules at run time. Creates the join points that woven code calls.
 *
 * <p>{@link io.agentprofiler.agent.engine.Engine} connects the packages below. A call site knows only {@code site}, which
 * also keeps the record of each rule. {@code joinpoint} has the kinds of join points; {@code call} reads values on the
 * application's thread; {@code span} opens and ends spans; {@code shape}, and {@code reactive} for publishers, decide when a
 * span ends; {@code coroutine} handles suspend functions. {@code read} reads names and attributes later, on the ring's
 * consumer.
 *
 * <p>Knows no framework: the rule files contain everything specific.
 *
 * <p><b>Threading:</b> made on the agent's thread; join points run on application threads, read no attribute and never
 * throw.
 *
 * <p><b>Tests:</b> {@code ActivityTest}, {@code ActivityPropertiesTest} and {@code StreamRulesTest} run whole engines;
 * {@code ResultShapes} is in {@code ShapesTest}.
 */
package io.agentprofiler.agent.engine;
