// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The simulation against what must hold of any. */
package io.agentprofiler.analyzer.lab.simulate.server;
