// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code replay load}: recorded model calls sent to a server. {@code Load} is how much, {@code LoadTarget} where to, {@code Sender} sends, {@code run} knows what is sent and runs a level. */
package io.agentprofiler.analyzer.lab.replay.load;
