// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** One workflow as a drawing: {@code tree}, {@code waterfall} and {@code flame}. */
package io.agentprofiler.analyzer.inspect;
