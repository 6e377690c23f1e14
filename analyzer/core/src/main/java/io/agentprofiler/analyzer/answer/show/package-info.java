// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code show}: what was said in a workflow, a call or a conversation, as a transcript.
 *
 * <p><b>Threading:</b> immutable values; one thread puts them together.
 *
 * <p><b>Tests:</b> {@code ShowCommandTest}.
 */
package io.agentprofiler.analyzer.answer.show;
