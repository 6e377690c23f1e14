// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Model calls as steps of programs, as ThunderAgent counts them: what each waited for before, in and between calls.
 *
 * <p>{@link io.agentprofiler.analyzer.lab.steps.StepLog} gathers calls, {@link io.agentprofiler.analyzer.lab.steps.Programs} makes steps of them.
 * {@code StepsDocument}, {@code StepsCsv} and {@code ProfileAnswers} tell them, {@code thunderagent} reads what ThunderAgent wrote.
 */
package io.agentprofiler.analyzer.lab.steps;
