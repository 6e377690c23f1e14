// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about the time that the JVM took: by a flight recording of the same process, or by what is always recorded. The tests of both
 * rules cover {@link io.agentprofiler.analyzer.answer.finding.rule.jvm.PathStretches}, {@link
 * io.agentprofiler.analyzer.answer.finding.rule.jvm.TakenInTurn} and {@link io.agentprofiler.analyzer.answer.finding.rule.jvm.GcShares}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.jvm;
