// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What stands around a call when it begins: the application's code that makes it, and where a workflow begins the current span of other
 * tracers in the same JVM. {@code rules/types/tracers} lists them.
 */
package io.agentprofiler.agent.engine.tracer;
