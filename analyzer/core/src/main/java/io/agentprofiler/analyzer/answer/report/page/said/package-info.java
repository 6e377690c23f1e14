// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What was said, for the page's conversations: the {@linkplain io.agentprofiler.analyzer.answer.show.Transcript transcript} of a workflow, in
 * which every text stands once, however many prompts repeat it.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code SaidRowsTest}; the page's script {@code conversation/said.js} reads it, tested by {@code said.test.js}.
 */
package io.agentprofiler.analyzer.answer.report.page.said;
