// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The runs in a directory: {@code list}. */
package io.agentprofiler.analyzer.answer.runs;
