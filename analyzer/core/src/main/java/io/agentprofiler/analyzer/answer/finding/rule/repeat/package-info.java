// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The rule about calls that ask what was asked before, in their own workflow or in another one. */
package io.agentprofiler.analyzer.answer.finding.rule.repeat;
