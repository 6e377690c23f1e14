// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Significance tests: bootstrap, rank test, test of means, and correction for multiple tests. */
package io.agentprofiler.analyzer.answer.diff.test;
