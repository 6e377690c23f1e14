// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What agents usually show, beside what was seen: hints that a profile is unusual, never faults.
 */
package io.agentprofiler.analyzer.answer.finding.usual;
