// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What of the data is missing, dropped or unusual: said below every answer. */
package io.agentprofiler.analyzer.answer.completeness;
