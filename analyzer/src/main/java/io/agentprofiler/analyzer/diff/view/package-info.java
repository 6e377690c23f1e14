// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** A comparison for the terminal, Markdown, HTML and JSON. */
package io.agentprofiler.analyzer.diff.view;
