// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code replay load}: recorded model calls sent to a server. {@code Load} is the amount of load, {@code LoadTarget} the
 * destination, {@code Sender} sends, and {@code run} has the requests and runs a level.
 */
package io.agentprofiler.analyzer.lab.replay.load;
