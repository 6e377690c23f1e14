// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How the time of a model call splits: before its request, retries, first chunk, generation, the
 * application's handler, after the answer.
 */
package io.agentprofiler.analyzer.answer.critical.latency;
