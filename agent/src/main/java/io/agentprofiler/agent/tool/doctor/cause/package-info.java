// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What may be wrong: a class for each cause, in the rooms below.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code AttachIT}, {@code RecordIT}, {@code WriteIT}, {@code RunningIT} and {@code MachineIT} of the
 * integration tests produce each cause in a JVM.
 */
package io.agentprofiler.agent.tool.doctor.cause;
