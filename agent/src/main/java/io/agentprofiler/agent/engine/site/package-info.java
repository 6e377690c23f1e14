// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a call site sees of the engine: the join point that it calls, what it has to capture for it, and how its rule fares.
 *
 * <p>The weaver needs these types and no others of the engine.
 *
 * <p><b>Threading:</b> immutable; called on application threads.
 *
 * <p><b>Tests:</b> {@code RootsTest} of {@code engine.call} for the capture plan; the weaver's tests for the rest.
 */
package io.agentprofiler.agent.engine.site;
