// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code show}: the transcript of a workflow, a call or a conversation.
 *
 * <p><b>Threading:</b> immutable values; one thread creates them.
 *
 * <p><b>Tests:</b> {@code ShowCommandTest}.
 */
package io.agentprofiler.analyzer.answer.show;
