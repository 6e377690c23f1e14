// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Figures of operations by kind, model, tool and agent: calls, time, streaming, tokens. */
package io.agentprofiler.analyzer.trace.metric.operation;
