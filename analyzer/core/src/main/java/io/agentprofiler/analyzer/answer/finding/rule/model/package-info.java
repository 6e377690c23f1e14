// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about models: their time and their cost.
 */
package io.agentprofiler.analyzer.answer.finding.rule.model;
