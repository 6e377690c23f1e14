// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** How fast the recorded model server was, and how far that is from what was recorded. */
package io.agentprofiler.analyzer.lab.simulate.fit;
