// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rules at run time: makes the join points that woven code calls.
 *
 * <p>{@link io.agentprofiler.agent.engine.Engine} puts the rooms below together. A call site knows only {@code site}; which
 * kind of join point a rule needs is in {@code joinpoint}; what is read of a call on the application's thread in {@code call};
 * spans are opened and ended in {@code span}; when a span ends, given what its call returned, is in {@code shape}, and for
 * publishers in {@code reactive}; suspended functions are in {@code coroutine}; the record of each rule is in {@code site}. Names and
 * attributes are read later, on the ring's consumer, in {@code read}.
 *
 * <p>Knows no framework: everything particular is in the rule files.
 *
 * <p><b>Threading:</b> made on the agent's thread; join points run on application threads, read no attribute and never throw.
 *
 * <p><b>Tests:</b> {@code ActivityTest}, {@code ActivityPropertiesTest} and {@code StreamRulesTest} run whole engines; {@code
 * ResultShapes} is in {@code ShapesTest}.
 */
package io.agentprofiler.agent.engine;
