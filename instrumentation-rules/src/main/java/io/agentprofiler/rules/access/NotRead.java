// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

/**
 * What a step answers that the object's class has but that cannot be read without running the application's code.
 *
 * <p>Held in the class's own {@link ClassValue} or on the stack, never by a path: it names the class by its name.
 *
 * @param step the step of the path
 * @param why why it is not read, in words that follow "not read: "
 */
public record NotRead(String step, String why) {}
