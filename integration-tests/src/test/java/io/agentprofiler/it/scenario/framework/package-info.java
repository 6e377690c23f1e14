// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of programs on the other frameworks. Spring AI and Semantic Kernel are tested in several versions, the others in
 * one.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.framework;
