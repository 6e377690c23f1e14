// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/**
 * A piece of a streamed answer.
 *
 * @param text its words; {@code null} in the last piece
 * @param usage all tokens, in the last piece only
 */
public record ChatDelta(String text, ChatUsage usage) {}
