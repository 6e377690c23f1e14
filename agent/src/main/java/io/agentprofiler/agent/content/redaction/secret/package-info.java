// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds secrets by the words before them and by their shape (keys, tokens, passwords, headers, addresses), and the ranges of
 * a text to blank.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code RedactionTimeTest} here; {@code RedactionCorpusTest} and {@code RedactorTest} of
 * {@code redaction}.
 */
package io.agentprofiler.agent.content.redaction.secret;
