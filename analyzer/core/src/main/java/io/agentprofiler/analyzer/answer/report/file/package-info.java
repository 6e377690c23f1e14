// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The files of {@code report --out}. */
package io.agentprofiler.analyzer.answer.report.file;
