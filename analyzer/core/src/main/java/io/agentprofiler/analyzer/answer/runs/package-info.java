// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Which runs there are in a directory: {@code list}. */
package io.agentprofiler.analyzer.answer.runs;
