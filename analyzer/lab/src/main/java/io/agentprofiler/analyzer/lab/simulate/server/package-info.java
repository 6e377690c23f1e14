// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The simulation: a pure function of workflows and a model server. */
package io.agentprofiler.analyzer.lab.simulate.server;
