// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What may be wrong: a class for each cause. Here what switches an agent off, leaves workflows out, or keeps what was recorded off
 * the disk; below why a JVM has no agent, and why calls are not recognised.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code AttachIT}, {@code RecordIT}, {@code WriteIT}, {@code RunningIT} and {@code MachineIT} of the
 * integration tests produce each cause in a JVM.
 */
package io.agentprofiler.agent.tool.doctor.cause;
