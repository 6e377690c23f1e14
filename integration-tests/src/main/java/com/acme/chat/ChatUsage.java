// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/**
 * Tokens.
 *
 * @param input of the prompt
 * @param output of the answer
 */
public record ChatUsage(long input, long output) {}
