// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of comparisons. */
package io.agentprofiler.analyzer.answer.diff;
