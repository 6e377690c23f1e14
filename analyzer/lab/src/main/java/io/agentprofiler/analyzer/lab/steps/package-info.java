// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Model calls as steps of programs, as ThunderAgent counts them: what each waited for before, in and between calls.
 *
 * <p>{@link io.agentprofiler.analyzer.lab.steps.StepLog} collects calls,
 * {@link io.agentprofiler.analyzer.lab.steps.Programs} turns them into steps. {@code StepsDocument}, {@code StepsCsv} and
 * {@code ProfileAnswers} print them, {@code thunderagent} reads ThunderAgent's files.
 */
package io.agentprofiler.analyzer.lab.steps;
