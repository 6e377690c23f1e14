// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Text made fit for HTML. */
package io.agentprofiler.analyzer.view.html;
