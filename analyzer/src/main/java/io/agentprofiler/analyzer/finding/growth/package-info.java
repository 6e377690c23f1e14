// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How prompts grow, conversation by conversation, and which call will not fit into the model's window.
 */
package io.agentprofiler.analyzer.finding.growth;
