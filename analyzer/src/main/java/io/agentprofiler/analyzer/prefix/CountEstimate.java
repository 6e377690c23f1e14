// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

/**
 * Estimates for calls of which only token counts are known.
 *
 * <p>If a prompt is at least as long as the prompt and the answer before it, the conversation may only have grown: then a
 * cache could serve at least the earlier prompt, and at most the earlier prompt and its answer.
 *
 * @param model the model
 * @param calls calls without hashes and text
 * @param input their input tokens
 * @param growing calls that may continue the one before them in the workflow
 * @param least tokens that a cache could serve then, at least
 * @param most at most
 * @param recorded cached tokens as reported, or absent when no call reported any figure
 */
public record CountEstimate(String model, long calls, long input, long growing, long least, long most, long recorded) {}
