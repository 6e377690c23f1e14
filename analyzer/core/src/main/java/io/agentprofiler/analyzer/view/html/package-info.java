// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Documents as pages without scripts. */
package io.agentprofiler.analyzer.view.html;
