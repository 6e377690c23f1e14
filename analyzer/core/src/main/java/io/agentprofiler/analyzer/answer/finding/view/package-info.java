// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Findings, and prompts that grow, as documents: for the terminal, the page and {@code findings.json}. {@code MainTest} compares
 * what is printed, {@code ReportFilesTest} what is written.
 */
package io.agentprofiler.analyzer.answer.finding.view;
