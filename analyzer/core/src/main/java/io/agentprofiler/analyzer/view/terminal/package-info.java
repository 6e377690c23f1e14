// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Documents as text for terminals: tables, headings and bars, in colours or plain. */
package io.agentprofiler.analyzer.view.terminal;
