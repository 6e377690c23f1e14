// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Calls that differ from others of the same operation, told apart by what was recorded of them. */
package io.agentprofiler.analyzer.answer.finding.rule.peer;
