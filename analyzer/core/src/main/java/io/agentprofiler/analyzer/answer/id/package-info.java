// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which workflows an id on the command line means: that of a trace, a span, a conversation or a finding.
 *
 * <p><b>Threading:</b> the main thread.
 *
 * <p><b>Tests:</b> {@code WorkflowIdTest}.
 */
package io.agentprofiler.analyzer.answer.id;
