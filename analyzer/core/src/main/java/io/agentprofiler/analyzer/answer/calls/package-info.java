// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code calls}: a list of single calls, and whether they come at regular intervals.
 *
 * <p><b>Threading:</b> immutable values; a list under construction belongs to one thread.
 *
 * <p><b>Tests:</b> {@code CallsCommandTest}, {@code CallRhythmTest}.
 */
package io.agentprofiler.analyzer.answer.calls;
