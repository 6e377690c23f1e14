// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Messages and other content of spans as they were recorded: texts, or lengths and hashes alone.
 *
 * <p><b>Threading:</b> immutable values; one thread puts them together.
 *
 * <p><b>Tests:</b> {@code ShowCommandTest}.
 */
package io.agentprofiler.analyzer.answer.show.message;
