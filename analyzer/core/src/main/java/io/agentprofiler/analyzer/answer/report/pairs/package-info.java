// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Runs of one report held against each other for the page, by the comparison and in the words of {@code diff}. */
package io.agentprofiler.analyzer.answer.report.pairs;
