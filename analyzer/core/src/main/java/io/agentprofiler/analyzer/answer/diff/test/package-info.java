// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Which differences are more than noise: bootstrap, rank test, test of means, correction for many tests. */
package io.agentprofiler.analyzer.answer.diff.test;
