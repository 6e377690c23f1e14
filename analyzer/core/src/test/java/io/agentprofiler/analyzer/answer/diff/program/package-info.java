// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of whether two sides are one program. */
package io.agentprofiler.analyzer.answer.diff.program;
