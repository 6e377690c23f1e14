// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code simulate}: recorded workflows against a simulated model server. {@code fit} estimates the speed of the recorded
 * server, and {@code server} is the simulation. This package has the command, the recorded data and the answer.
 */
package io.agentprofiler.analyzer.lab.simulate;
