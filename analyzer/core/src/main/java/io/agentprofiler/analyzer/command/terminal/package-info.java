// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where a command prints, what that can show, and the progress bar meanwhile.
 *
 * <p><b>Threading:</b> the main thread; a thread of its own draws the bar.
 *
 * <p><b>Tests:</b> {@code MainTest} and {@code HelpTest} of {@code cli}, and every command by {@code CommandRun} of {@code testing}.
 */
package io.agentprofiler.analyzer.command.terminal;
