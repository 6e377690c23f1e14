// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The latest data in bounded memory, and its figures. */
package io.agentprofiler.analyzer.live.state;
