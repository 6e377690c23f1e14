// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Other tracers in the same JVM: which of their spans is current where a workflow begins. {@code rules/types/tracers} lists them.
 */
package io.agentprofiler.agent.engine.tracer;
