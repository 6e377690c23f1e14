// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about tools: their time, and how much of it they compute.
 */
package io.agentprofiler.analyzer.finding.rule.tool;
