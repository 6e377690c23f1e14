// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The places in the JDK's own classes where a task changes threads, and the weaver that inserts calls to
 * {@link io.agentprofiler.agent.context.propagation.TaskPropagation} there.
 *
 * <p>{@code PropagationSites} lists the places, {@code PropagationWeaver} inserts the calls, and
 * {@link io.agentprofiler.agent.context.jdk.JdkPropagation} activates everything on the agent's own thread. If a JDK lacks a
 * place, only that kind of work is not propagated.
 *
 * <p>Calls are plain {@code invokestatic} on the dispatcher class and not {@code invokedynamic}: a call site would be linked
 * at its first use, which may be during the mount of a virtual thread, where nothing may load classes or wait.
 */
package io.agentprofiler.agent.context.jdk;
