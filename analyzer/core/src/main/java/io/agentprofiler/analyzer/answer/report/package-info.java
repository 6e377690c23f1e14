// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The command {@code report}: where time, tokens and money went, and the files of {@code --out}. */
package io.agentprofiler.analyzer.answer.report;
