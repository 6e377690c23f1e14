// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Simulations of the recorded workflows with one change. A {@link io.agentprofiler.analyzer.answer.whatif.Scenario} is the change; {@link
 * io.agentprofiler.analyzer.answer.whatif.ScenarioTotals} sums up what it saves in each workflow.
 *
 * <p>{@code WhatIfTest} covers what holds for every scenario, {@code ModelWhatIfTest} covers {@link
 * io.agentprofiler.analyzer.answer.whatif.ModelQuality}, {@code WhatIfCommandTest} covers {@link
 * io.agentprofiler.analyzer.answer.whatif.ScenarioCommand}.
 */
package io.agentprofiler.analyzer.answer.whatif;
