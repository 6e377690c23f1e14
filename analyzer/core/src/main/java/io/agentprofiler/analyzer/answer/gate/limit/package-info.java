// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Limits as options and files give them. */
package io.agentprofiler.analyzer.answer.gate.limit;
