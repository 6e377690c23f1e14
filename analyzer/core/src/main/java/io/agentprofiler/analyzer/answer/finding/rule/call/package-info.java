// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Rules about calls as such: calls that fail, are many, or start cold. */
package io.agentprofiler.analyzer.answer.finding.rule.call;
