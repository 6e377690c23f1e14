// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The entry points for the JVM: {@code premain}, the front filter, and the class loader for the rest of the agent.
 *
 * <p>These are the only classes of the agent on the application's class path. They use {@code java.*} only and know the core
 * by one name, {@link io.agentprofiler.agent.CoreStart#CORE_CLASS}. Nobody may call them but the JVM.
 *
 * <p><b>Threading:</b> {@code premain} runs on the main thread before {@code main}; the filter runs on whichever thread
 * loads a class, inside class loading, so it takes no lock and loads nothing.
 */
package io.agentprofiler.agent;
