// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The terminal: output streams, their capabilities, and the progress bar.
 *
 * <p><b>Threading:</b> the main thread; a separate thread draws the bar.
 *
 * <p><b>Tests:</b> {@code MainTest} and {@code HelpTest} of {@code cli}, and every command by {@code CommandRun} of
 * {@code testing}.
 */
package io.agentprofiler.analyzer.command.terminal;
