// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** How a replay goes, as a document. */
package io.agentprofiler.analyzer.lab.replay.view;
