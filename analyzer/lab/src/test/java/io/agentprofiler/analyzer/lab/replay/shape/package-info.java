// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The formats of providers, both directions of each against the other. */
package io.agentprofiler.analyzer.lab.replay.shape;
