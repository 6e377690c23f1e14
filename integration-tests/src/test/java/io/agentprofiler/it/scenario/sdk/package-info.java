// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of programs that call a model through its maker's own SDK, over real HTTP: every way of calling it, failures and
 * retries, tools and parallel calls, in one JVM for each version. {@link io.agentprofiler.it.scenario.sdk.SdkVersions} says
 * which versions run, and {@code Scenario.answersCompared} holds each model call against the answer that the server gave it.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.sdk;
