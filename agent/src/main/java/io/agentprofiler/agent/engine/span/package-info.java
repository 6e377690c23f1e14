// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Opens and ends spans, binds them to objects of the application, and reads their meters.
 *
 * <p><b>Threading:</b> application threads; nothing locks, waits or does I/O. Exceptions are left to the callers.
 *
 * <p><b>Tests:</b> {@code ActivityTest}, {@code ActivityPropertiesTest} and {@code SamplingCountTest} of {@code engine};
 * {@code RolesTest} of {@code engine.joinpoint} for bound spans; {@code ShapesTest} of {@code engine.shape} for failures.
 */
package io.agentprofiler.agent.engine.span;
