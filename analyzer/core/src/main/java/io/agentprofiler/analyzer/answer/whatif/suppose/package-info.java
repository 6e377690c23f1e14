// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Scenarios about calls that the user names, because no recording proves that the change is possible: calls run in parallel, in the
 * background or as one call, or an answer is streamed. Each comes with the recording's evidence for and against the change.
 *
 * <p>{@code SupposeTest} covers the scenarios, {@code IndependenceTest} the evidence, {@code SupposeCommandTest} the commands.
 */
package io.agentprofiler.analyzer.answer.whatif.suppose;
