// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Spans: where they are opened and ended, which are bound to an object of the application, and the meters that are read for
 * them.
 *
 * <p><b>Threading:</b> application threads; nothing locks, waits or does I/O. Exceptions are left to the callers.
 *
 * <p><b>Tests:</b> {@code ActivityTest}, {@code ActivityPropertiesTest} and {@code SamplingCountTest} of {@code engine}; {@code
 * RolesTest} of {@code engine.joinpoint} for bound spans; {@code ShapesTest} of {@code engine.shape} for failures.
 */
package io.agentprofiler.agent.engine.span;
