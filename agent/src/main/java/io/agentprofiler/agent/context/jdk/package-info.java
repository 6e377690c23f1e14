// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where in the JDK's own classes a task changes threads, and how the calls to {@link
 * io.agentprofiler.agent.context.propagation.TaskPropagation} get there.
 *
 * <p>{@code PropagationSites} is the list of places, {@code PropagationWeaver} puts the calls in, {@link
 * io.agentprofiler.agent.context.jdk.JdkPropagation} switches everything on, from the agent's own thread. A JDK in which a place is
 * missing does not propagate that one kind of work, and nothing else changes.
 *
 * <p>Calls are plain {@code invokestatic} on the dispatcher class and not {@code invokedynamic}: a call site would be linked at
 * its first use, which here may be the middle of a virtual thread's mount, where nothing may load classes or wait.
 */
package io.agentprofiler.agent.context.jdk;
