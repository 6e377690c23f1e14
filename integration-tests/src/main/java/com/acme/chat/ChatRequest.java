// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/**
 * A request to a chat model.
 *
 * @param model the model
 * @param text the prompt
 */
public record ChatRequest(String model, String text) {}
