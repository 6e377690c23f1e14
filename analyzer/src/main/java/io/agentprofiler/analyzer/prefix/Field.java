// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

/**
 * A part of a prompt, in the order providers put them.
 *
 * @param name what it is: {@code tool definitions}, {@code system instructions}, {@code messages}, {@code message 2 (user)}
 * @param end where it ends, in bytes since the prompt's begin; approximate where only its length in chars is known
 * @param fixed whether it should be the same in every workflow: tools and instructions are, the conversation is not
 */
public record Field(String name, long end, boolean fixed) {}
