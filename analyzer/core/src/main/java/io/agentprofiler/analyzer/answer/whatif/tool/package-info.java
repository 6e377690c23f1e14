// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Scenarios in which tools start earlier or run in parallel. {@code WhatIfTest} covers {@link
 * io.agentprofiler.analyzer.answer.whatif.tool.ParallelTools}.
 */
package io.agentprofiler.analyzer.answer.whatif.tool;
