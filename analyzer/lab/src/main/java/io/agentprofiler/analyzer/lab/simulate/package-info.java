// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code simulate}: recorded workflows against a simulated model server. {@code recording} is what was recorded, {@code fit} how fast the recorded server was, {@code server} the simulation; here is the command and its answer. */
package io.agentprofiler.analyzer.lab.simulate;
