// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Why calls are not recognised.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code DoctorIT} of the integration tests.
 */
package io.agentprofiler.agent.doctor.cause.framework;
