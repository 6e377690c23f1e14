// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which model to take: the same tasks on different models or configurations, compared by quality, run time, tokens, cost and tools;
 * which of them nothing beats, which another one beats, and what the recordings cannot tell.
 */
package io.agentprofiler.analyzer.answer.compare;
