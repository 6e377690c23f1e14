// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about prompts: how full they make a model's window, how they grow, what part of the cost they are.
 */
package io.agentprofiler.analyzer.finding.rule.prompt;
