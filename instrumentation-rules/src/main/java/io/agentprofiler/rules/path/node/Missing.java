// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

/**
 * What a step answers when the object's class does not have it: which class, which step.
 *
 * <p>Held in the class's own {@link ClassValue} or on the stack, never by a path.
 */
public record Missing(Class<?> on, String step) {}
