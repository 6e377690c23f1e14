// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code replay load}: recorded model calls sent to a server. {@code script} is what is sent, {@code plan} how much and where to, {@code send} sends, {@code run} runs a level; here is the command, with the files it writes. */
package io.agentprofiler.analyzer.lab.replay.load;
