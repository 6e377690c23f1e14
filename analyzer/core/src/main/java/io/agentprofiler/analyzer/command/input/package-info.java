// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The options for a command's inputs, runs and workflows, and the reading itself.
 *
 * <p><b>Threading:</b> the main thread; the pipeline reads on threads of its own.
 *
 * <p><b>Tests:</b> {@code WhereTest} here; {@code RunChoiceTest} of {@code cli} for the runs.
 */
package io.agentprofiler.analyzer.command.input;
