// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/**
 * What is asked.
 *
 * @param model the model
 * @param text the prompt
 */
public record ChatRequest(String model, String text) {}
