// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What programs of the other frameworks and of OpenAI's own SDK yield. Spring AI, Semantic Kernel and the SDK are tested in several
 * versions, the others in one.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.framework;
