// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From what a user names to the files that are read: which of them hold traces, which run each belongs to, and which runs are meant.
 *
 * <p><b>Threading:</b> one thread, before anything is read; what is found is immutable.
 *
 * <p><b>Tests:</b> {@code InputFilesTest}, {@code EverySystemTest}; {@code RunChoiceTest} of {@code cli} for the choice.
 */
package io.agentprofiler.analyzer.read.run;
