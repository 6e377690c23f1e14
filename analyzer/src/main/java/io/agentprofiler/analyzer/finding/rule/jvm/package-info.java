// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about what the JVM took of the time, by a flight recording of the same process.
 */
package io.agentprofiler.analyzer.finding.rule.jvm;
