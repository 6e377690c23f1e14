// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Documents as Markdown. */
package io.agentprofiler.analyzer.view.markdown;
