// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Rules about what models answer, and whether the program could use it. */
package io.agentprofiler.analyzer.answer.finding.rule.answer;
