// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** How a gate's checks are told: to people, to programs, and as a report of tests. */
package io.agentprofiler.analyzer.answer.gate.view;
