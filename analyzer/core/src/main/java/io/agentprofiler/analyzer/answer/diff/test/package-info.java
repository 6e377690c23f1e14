// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Figures of a side as functions of its workflows, and how far resampling moves them. */
package io.agentprofiler.analyzer.answer.diff.test;
