// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One class for each possible cause. This package has causes that switch an agent off, leave workflows out, or prevent
 * writing to disk; the packages below have causes for a JVM without an agent, and for calls that are not recognised.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code AttachIT}, {@code RecordIT}, {@code WriteIT}, {@code RunningIT} and {@code MachineIT} of the
 * integration tests produce each cause in a JVM.
 */
package io.agentprofiler.agent.tool.doctor.cause;
