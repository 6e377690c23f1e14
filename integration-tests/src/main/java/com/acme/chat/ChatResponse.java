// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/**
 * The model's answer.
 *
 * @param text the answer
 * @param usage its tokens
 */
public record ChatResponse(String text, ChatUsage usage) {}
