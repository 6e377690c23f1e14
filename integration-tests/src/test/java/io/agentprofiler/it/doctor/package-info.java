// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code doctor}: each cause that it names is produced here in a JVM of its own. {@code AttachIT} has what keeps the
 * agent out, {@code RecordIT} why an agent that is there records nothing, {@code RunningIT} JVMs that are looked at while they
 * run, {@code MachineIT} the command without a target.
 */
package io.agentprofiler.it.doctor;
