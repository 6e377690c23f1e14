// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What became of the findings of an earlier recording: which are gone, and whether the changes brought what they promised.
 *
 * <p>{@code PromisesTest} covers the judgement, {@code PromisedCommandTest} what {@code diff} and {@code verify} print of it.
 */
package io.agentprofiler.analyzer.answer.diff.promise;
