// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's interface to call sites: the join point to call, the values to capture for it, and the status of its rule.
 *
 * <p>The weaver needs these types and no others of the engine.
 *
 * <p><b>Threading:</b> immutable; called on application threads.
 *
 * <p><b>Tests:</b> {@code RootsTest} of {@code engine.call} for the capture plan; the weaver's tests for the rest.
 */
package io.agentprofiler.agent.engine.site;
