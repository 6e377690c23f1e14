// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One class for each role of a woven method: it is a span, acts on one, carries the current span, or returns the elements of
 * a span.
 *
 * <p><b>Threading:</b> immutable; application threads. No method throws: a fault is counted for the rule.
 *
 * <p><b>Tests:</b> {@code RolesTest}, {@code NestingTest} and {@code TaskTest} here; {@code ElementsTest} of
 * {@code engine.shape} for the methods that hand elements out.
 */
package io.agentprofiler.agent.engine.joinpoint;
