// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code simulate}: recorded workflows against a simulated model server. {@code fit} is how fast the recorded server was, {@code server} the simulation; here is the command, what was recorded, and the answer. */
package io.agentprofiler.analyzer.lab.simulate;
