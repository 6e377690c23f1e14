// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import java.util.Map;

/**
 * What was read at once of a call whose objects may not wait for the consumer: its name and its attributes, without prompts
 * and results.
 *
 * @param name the span's name, {@code null} at an end
 * @param attributes attributes in rule order; short ones only, so that a slot holds no more than a few kilobytes of them
 * @param failedWhen what the path {@code when} of the rule's {@code failed} leads to, {@code null} at a start
 */
public record ShortAttributes(String name, Map<String, Object> attributes, Object failedWhen) {}
