// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What of the data is missing, dropped or unusual: printed below every answer. What a sample says of all workflows. */
package io.agentprofiler.analyzer.answer.completeness;
