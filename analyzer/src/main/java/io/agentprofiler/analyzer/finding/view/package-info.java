// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Findings for the terminal and as JSON. */
package io.agentprofiler.analyzer.finding.view;
