// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of programs whose methods are traced by a user's setting or rule file: without an AI framework, in Java and in
 * Kotlin, and with an SDK that the agent does not know.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.ownrule;
