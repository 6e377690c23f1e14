// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Simulations against formulas, known servers and recordings. */
package io.agentprofiler.analyzer.lab.simulate;
