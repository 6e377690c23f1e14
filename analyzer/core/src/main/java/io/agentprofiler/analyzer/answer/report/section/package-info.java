// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The sections of the terminal report. */
package io.agentprofiler.analyzer.answer.report.section;
