// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Missing, dropped or unusual data, printed below every answer, and estimates for all workflows from a sample. */
package io.agentprofiler.analyzer.answer.completeness;
